package trial

// applicationID marks the header of runs.db: "soRn".
const applicationID = 0x736f526e

// migrations lead from one schema to the next; a released one never changes.
//
// A row's body is its JSON without the large texts; the columns beside it are
// for the indexes. A text is stored once, by its SHA-256. The database has no
// check sums of its own, and a flipped bit must not become a result: a seal is
// the SHA-256 over a body and the hashes of its texts, and sum is the CRC-32C
// over a text's hash and body, which is read twenty times faster than a hash.
func migrations() []string {
	return []string{`
CREATE TABLE run (
	number  INTEGER PRIMARY KEY,
	id      TEXT NOT NULL UNIQUE,
	plan    TEXT NOT NULL,
	started INTEGER NOT NULL, -- nanoseconds since 1970
	body    BLOB NOT NULL,
	seal    BLOB NOT NULL
) STRICT;
CREATE INDEX run_plan ON run (plan);
CREATE INDEX run_started ON run (started);
CREATE TABLE text (
	number INTEGER PRIMARY KEY,
	hash   BLOB NOT NULL UNIQUE,
	sum    INTEGER NOT NULL,
	body   BLOB NOT NULL
) STRICT;
CREATE TABLE record (
	run    INTEGER NOT NULL REFERENCES run (number),
	place  INTEGER NOT NULL, -- in the plan, starting at 0
	task   TEXT NOT NULL,
	arm    TEXT NOT NULL,
	model  TEXT NOT NULL,
	repeat INTEGER NOT NULL,
	state  TEXT NOT NULL,
	system INTEGER NOT NULL REFERENCES text (number),
	prompt INTEGER NOT NULL REFERENCES text (number),
	answer INTEGER NOT NULL REFERENCES text (number),
	body   BLOB NOT NULL,
	seal   BLOB NOT NULL,
	PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX record_trial ON record (run, task, arm, model, repeat);
CREATE INDEX record_state ON record (run, state);
`}
}
