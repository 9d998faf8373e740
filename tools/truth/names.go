package main

import (
	"strings"
	"unicode"
)

// nearName is a name that somebody could write for another.
type nearName struct{ name, style string }

// split cuts a name at its words: "newHTTPClient" is new, HTTP, Client.
func split(name string) []string {
	var out []string
	r := []rune(name)
	start := 0
	for i := 1; i < len(r); i++ {
		upper, before := unicode.IsUpper(r[i]), unicode.IsUpper(r[i-1])
		if upper && !before || upper && i+1 < len(r) && unicode.IsLower(r[i+1]) || r[i-1] == '_' {
			out = append(out, string(r[start:i]))
			start = i
		}
	}
	return append(out, string(r[start:]))
}

// synonyms are words that one library uses where another uses the next.
func synonyms() map[string]string {
	return map[string]string{
		"get": "fetch", "fetch": "get", "set": "assign", "add": "append", "append": "add", "delete": "remove", "remove": "delete", "new": "create", "create": "make",
		"make": "create", "find": "lookup", "lookup": "find", "init": "setup", "run": "exec", "execute": "run", "start": "begin", "begin": "start",
		"stop": "halt", "close": "shutdown", "open": "connect", "parse": "decode", "decode": "parse", "encode": "marshal", "write": "emit", "read": "load", "load": "read",
		"validate": "check", "check": "validate", "verify": "check", "register": "enroll", "unregister": "deregister", "collect": "gather", "gather": "collect",
		"handle": "process", "process": "handle", "print": "show", "mark": "flag", "is": "has", "has": "is", "with": "using", "err": "error", "error": "err", "func": "handler",
		"handler": "func", "options": "config", "option": "setting", "config": "options", "opts": "options", "name": "title", "key": "id", "value": "val", "val": "value",
		"node": "item", "size": "length", "count": "total", "num": "number", "max": "limit", "min": "least", "path": "route", "route": "path",
		"page": "block", "bucket": "table", "cmd": "command", "command": "cmd", "args": "params", "params": "args", "param": "arg", "metric": "series", "desc": "info", "label": "tag",
		"labels": "tags", "help": "usage", "usage": "help", "default": "standard", "request": "req", "response": "reply", "bytes": "data", "string": "text", "text": "string",
		"free": "release", "release": "free", "merge": "combine", "split": "divide", "copy": "clone", "clone": "copy", "reset": "clear", "index": "position", "timeout": "deadline",
		"update": "modify", "commit": "flush", "flush": "commit", "root": "base", "parent": "owner", "child": "sub", "middleware": "interceptor", "observe": "record", "time": "clock",
	}
}

// near returns names that are near to a name: by case, number, synonym, words
// dropped, added or changed in order, letters changed in order.
func near(name string) []nearName {
	w := split(name)
	var out []nearName
	add := func(style string, parts ...string) {
		n := strings.Join(parts, "")
		if len(n) > 2 && n != name && unicode.IsUpper(rune(n[0])) == unicode.IsUpper(rune(name[0])) && identifier(n) {
			out = append(out, nearName{n, style})
		}
	}
	with := func(i int, word string) []string {
		c := append([]string(nil), w...)
		c[i] = word
		return c
	}
	for i, p := range w {
		switch {
		case len(p) > 1 && strings.ToUpper(p) == p && unicode.IsLetter(rune(p[0])):
			add("initialism", with(i, p[:1]+strings.ToLower(p[1:]))...)
		case i > 0 && (p == "Id" || p == "Url" || p == "Http" || p == "Json" || p == "Tls" || p == "Api"):
			add("initialism", with(i, strings.ToUpper(p))...)
		case i > 0 && unicode.IsUpper(rune(p[0])):
			add("case", with(i, strings.ToLower(p))...)
		}
		if s, ok := synonyms()[strings.ToLower(p)]; ok {
			if unicode.IsUpper(rune(p[0])) {
				s = strings.ToUpper(s[:1]) + s[1:]
			}
			add("synonym", with(i, s)...)
		}
	}
	last := w[len(w)-1]
	if strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && len(last) > 3 {
		add("plural", with(len(w)-1, last[:len(last)-1])...)
	} else if strings.ToUpper(last) != last || len(last) == 1 {
		add("plural", with(len(w)-1, last+"s")...)
	}
	if len(w) > 2 {
		add("dropped word", append(append([]string(nil), w[:1]...), w[2:]...)...)
	}
	if len(w) > 1 {
		add("dropped word", w[:len(w)-1]...)
		a := append([]string(nil), w...)
		a[len(a)-1], a[len(a)-2] = a[len(a)-2], a[len(a)-1]
		if len(w) > 2 {
			add("words transposed", a...)
		}
	}
	add("added word", append(append([]string(nil), w...), []string{"All", "Func", "Internal", "WithContext", "Info"}[len(name)%5])...)
	if r := []byte(name); len(r) > 6 {
		i := 2 + len(r)%(len(r)-4)
		if r[i] != r[i+1] && r[i] >= 'a' && r[i+1] >= 'a' {
			r[i], r[i+1] = r[i+1], r[i]
			add("letters transposed", string(r))
		}
	}
	return out
}

// identifier says whether s is an identifier of Go in plain letters.
func identifier(s string) bool {
	for i, r := range s {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}
