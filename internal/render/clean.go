package render

import (
	"reflect"

	"sooth/internal/report"
)

// cleaned returns the report with every text made visible: what a terminal, a
// browser or a spreadsheet would obey instead of show is replaced. JSON alone
// carries texts as they are; it escapes them itself.
func cleaned(r *report.Report) *report.Report {
	out := clean(reflect.ValueOf(*r)).Interface().(report.Report)
	return &out
}

// clean copies a value with all its strings made visible.
func clean(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		out := reflect.New(v.Type()).Elem()
		out.SetString(visible(v.String()))
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(clean(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(clean(v.Index(i)))
		}
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for _, k := range v.MapKeys() {
			out.SetMapIndex(clean(k), clean(v.MapIndex(k)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(clean(v.Field(i)))
			}
		}
		return out
	}
	return v
}
