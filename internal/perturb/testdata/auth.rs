//! Authentication.
use std::fmt;

/// A user, documented.
#[derive(Debug, Clone)]
pub struct User {
    pub name: String, // plain
}

/* block /* nested */ comment */
impl fmt::Display for User {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let raw = r#"// not
        a comment"#;
        write!(f, "{} {}", self.name, raw)
    }
}
