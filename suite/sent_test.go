package suite

import "testing"

// TestSent: the context of a prompt is found wherever the template puts it, and
// a task is reworded by other words of its own, not by those around them.
func TestSent(t *testing.T) {
	const plain, first, last = "Write Go.\n\n{prompt}\n", "{context}\n\nTask: {prompt}", "Task: {prompt}\nUse {{this}}:\n{context}\n---"
	for _, c := range []struct {
		name, template, prompt string
		want                   Sent
	}{
		{"plain", plain, "Write Go.\n\nSort a list.\n", Sent{}},
		{"longer before", plain, "Write Go.\n\nSort a list. Fast.\n", Sent{Reworded: true}},
		{"shorter before", plain, "Write Go.\n\nSort a\n", Sent{Reworded: true}},
		{"another template", plain, "You are an expert.\nSort a list.", Sent{}},
		{"another template and task", plain, "You are an expert.\nSort lists.", Sent{Reworded: true}},
		{"nothing but the prompt", "{prompt}", "Sort a list.", Sent{}},
		{"nothing but another prompt", "{prompt}", "Sort a list. Fast.", Sent{Reworded: true}},
		{"context first", first, "func Sort()\n\nTask: Sort a list.", Sent{Context: "func Sort()"}},
		{"context first, reworded", first, "func Sort()\n\nTask: Sort two lists.", Sent{Reworded: true}},
		{"context last", last, "Task: Sort a list.\nUse {this}:\nfunc Sort()\nfunc Less()\n---", Sent{Context: "func Sort()\nfunc Less()"}},
		{"context last, reworded", last, "Task: Sort a list. Fast.\nUse {this}:\nfunc Sort()\n---", Sent{Reworded: true}},
		{"context empty", last, "Task: Sort a list.\nUse {this}:\n\n---", Sent{}},
		{"context under another template", last, "Sort a list.\n\nfunc Sort()", Sent{}},
	} {
		if got := (Arm{Template: c.template}).Sent(Task{Prompt: "Sort a list."}, c.prompt); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
