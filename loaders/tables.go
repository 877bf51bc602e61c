package loaders

import (
	"context"
	"strings"

	"zombiezen.com/go/sqlite"
)

// maxTables bounds how many tables are looked at.
const maxTables = 500

// Tables lists the tables and views with their columns; Columns is nil where they cannot be told (a broken view, a virtual
// table whose module is not here).
func (d *DB) Tables(ctx context.Context) (tables []Table, err error) {
	err = d.With(ctx, func(c *sqlite.Conn) error {
		tables = nil
		s, err := c.Prepare("SELECT name, type FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT ?")
		if err != nil {
			return err
		}
		s.BindInt64(1, maxTables)
		defer s.Reset()
		for {
			row, err := s.Step()
			if err != nil {
				return err
			}
			if !row {
				break
			}
			tables = append(tables, Table{Name: s.ColumnText(0), View: s.ColumnText(1) == "view"})
		}
		for i := range tables {
			tables[i].Columns = columns(c, tables[i].Name)
		}
		return nil
	})
	return tables, err
}

func columns(c *sqlite.Conn, table string) (names []string) {
	s, _, err := c.PrepareTransient(`PRAGMA table_info("` + strings.ReplaceAll(table, `"`, `""`) + `")`)
	if err != nil {
		return nil
	}
	defer s.Finalize()
	for {
		row, err := s.Step()
		if err != nil || !row {
			return names
		}
		names = append(names, s.ColumnText(1))
	}
}
