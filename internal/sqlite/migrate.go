package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
)

// migrate brings the file to the newest schema, in one transaction.
func (d *DB) migrate(ctx context.Context, o Options) error {
	newest := len(o.Migrations)
	var version int
	if err := d.write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version == newest {
		return nil
	}
	return d.Write(ctx, func(tx *sql.Tx) error {
		// Again, inside the lock: another process may have been first.
		if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		if version > newest {
			return d.versionError(version, newest)
		}
		for i := version; i < newest; i++ {
			if _, err := tx.Exec(o.Migrations[i]); err != nil {
				return &Error{Kind: kindOfMigration(d.Explain(err)), Path: d.path, Detail: fmt.Sprintf("it cannot be brought to schema %d: %v", i+1, err), Err: err}
			}
		}
		if version == newest {
			return nil
		}
		_, err := tx.Exec("PRAGMA application_id = " + strconv.Itoa(int(o.ApplicationID)) + "; PRAGMA user_version = " + strconv.Itoa(newest))
		return err
	})
}

// kindOfMigration is the kind of an explained error of a migration. One that
// does not fit is not the fault of the file.
func kindOfMigration(err error) error {
	var known *Error
	if errors.As(err, &known) && known.Kind != ErrCorrupt {
		return known.Kind
	}
	return ErrFailed
}
