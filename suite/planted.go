package suite

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"sooth/internal/nearest"
	"sooth/score"
)

// readPlanted reads the planted faults. The file is made by a command, so it
// may be absent; the control arm is then told to be missing.
func (l *loader) readPlanted(name string, at place) {
	clean, ok := l.name(name, at)
	if !ok {
		return
	}
	if l.control.reference == "" {
		l.problems.add(at, "add the key reference to controls", "planted faults need the right answers they were planted in")
		return
	}
	tasks := map[string]Task{}
	for _, t := range l.suite.Tasks {
		tasks[t.ID] = t
	}
	known := slices.Sorted(maps.Keys(tasks))
	ids := map[string]int{}
	keys := fields(reflect.TypeFor[Planted]())
	confirmed, _ := reflect.TypeFor[Planted]().FieldByName("Confirmed")
	inner := fields(confirmed.Type)
	found := l.rows(clean, at, false, keys, func(r row, text []byte) {
		if !l.members(r, `"confirmed"`, r.values["confirmed"], 0, inner, "confirmed.") {
			return
		}
		var p Planted
		if err := json.Unmarshal(text, &p); err != nil {
			l.problems.add(place{r.file, r.line, 1}, "", "%v", err)
			return
		}
		t, isTask := tasks[p.Task]
		before, twice := ids[p.ID]
		ids[p.ID] = r.line
		switch {
		case p.ID == "":
			l.problems.add(r.at("id"), "", `"id" is empty`)
		case twice:
			l.problems.add(r.at("id"), "", "two planted faults have the id %q: the first is on line %d", p.ID, before)
		case !isTask && l.noTasks:
		case !isTask:
			l.problems.add(r.at("task"), nearest.Hint(p.Task, known), "a fault in an unknown task %q", p.Task)
		case !slices.Contains(score.Criteria(), p.Criterion):
			l.problems.add(r.at("criterion"), nearest.Hint(p.Criterion, score.Criteria()), "unknown criterion %q", p.Criterion)
		case p.File != l.control.reference:
			l.problems.add(r.at("file"), "", "the fault is in %q, but the right answers are in %q", p.File, l.control.reference)
		case p.Find == p.Replace:
			l.problems.add(r.at("replace"), "", "the fault changes nothing")
		case len(t.Reference) == 1 && strings.Count(t.Reference[0].Text, p.Find) != 1:
			l.problems.add(r.at("find"), "delete the file and make the faults anew with `sooth suite plant`", "the text to replace stands %d times in the right answer of task %q, not once", strings.Count(t.Reference[0].Text, p.Find), p.Task)
		default:
			l.suite.Planted = append(l.suite.Planted, p)
		}
	})
	if !found && l.problems.Len() == 0 {
		l.warn(at, "", "%q does not exist: the control arm of planted faults is missing", clean)
	}
}
