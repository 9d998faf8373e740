const fs = require("fs");
const ts = require("typescript");
const text = fs.readFileSync(process.argv[1], "utf8");
const file = ts.createSourceFile(process.argv[1], text, ts.ScriptTarget.Latest, true);
if (file.parseDiagnostics.length > 0) {
  process.stderr.write(ts.flattenDiagnosticMessageText(file.parseDiagnostics[0].messageText, " "));
  process.exit(1);
}
const out = [];
const pending = [file];
while (pending.length > 0) {
  const node = pending.pop();
  if (typeof node === "string") {
    out.push(node);
    continue;
  }
  const children = node.getChildren(file).filter((c) => c.kind < ts.SyntaxKind.FirstJSDocNode || c.kind > ts.SyntaxKind.LastJSDocNode);
  if (children.length === 0) {
    out.push(node.kind + JSON.stringify(node.getText(file)));
  } else {
    out.push(node.kind + "(");
    pending.push(")");
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]);
  }
}
process.stdout.write(out.join(" "));
