package claim

import "strings"

// The closed classes of words that the patterns know. Each list is searched as
// a whole, so that nothing has to be built when the program starts.

// determiner reports whether a word may stand before a name without changing
// what the name is.
func determiner(w string) bool {
	return listed(" the a an its their both all each every either also then another new own same exported unexported internal public private generic global "+
		"package package-level main underlying embedded concrete plain simple small standard finally file module error ", w)
}

// noun reports whether a word says what a name is.
func noun(w string) bool {
	return listed(" function functions method methods type types interface interfaces struct structs constructor constructors package packages field fields constant "+
		"constants variable variables closure helper helpers ", w)
}

// adverb reports whether a word may stand between a subject and its verb.
func adverb(w string) bool {
	return listed(" also then simply only just previously formerly directly internally again first always both in-turn itself finally next usually thus therefore often each all either "+
		"immediately recursively eventually additionally once still probably likely perhaps maybe possibly apparently presumably ", w)
}

// ends reports whether a word may follow the last name of a list. Other words,
// nouns above all, make the name a part of something else.
func ends(w string) bool {
	return listed(" and or nor then to on with for in if when which that who at from by before after unless so but because as until via without through otherwise else "+
		"again directly internally first only twice once instead while where whereas is are was were using into itself recursively exactly of per since too there here "+
		"under over between during afterwards immediately not never plus depending concurrently given even already back "+
		"unchanged inside outside within rather than immediately unconditionally lazily eagerly both ", w)
}

// opens reports whether a word may stand before a subject.
func opens(w string) bool {
	return w == "" || determiner(w) || noun(w) || listed(" and or then when if that because while so but where whereas since unless until which here first next now however "+
		"thus therefore otherwise instead note whether once internally currently does do is are did ", w)
}

// preposition reports whether a word may begin a phrase that stands before the
// subject of a sentence.
func preposition(w string) bool {
	return listed(" in on at after before during for from as with to under by within of inside since until ", w)
}

// verb is a structural verb in one of its forms.
type verb struct {
	name string // as a claim has it
	form verbForm
}

type verbForm int

const (
	third      verbForm = iota // calls
	base                       // call
	pastForm                   // called
	participle                 // taken, where it is not the past form
)

// structural returns the verb that a word is.
func structural(w string) (verb, bool) {
	switch w {
	case "calls", "invokes":
		return verb{"calls", third}, true
	case "call", "invoke":
		return verb{"calls", base}, true
	case "called", "invoked":
		return verb{"calls", pastForm}, true
	case "imports":
		return verb{"imports", third}, true
	case "import":
		return verb{"imports", base}, true
	case "imported":
		return verb{"imports", pastForm}, true
	case "implements", "satisfies":
		return verb{"implements", third}, true
	case "implement", "satisfy":
		return verb{"implements", base}, true
	case "implemented", "satisfied":
		return verb{"implements", pastForm}, true
	case "embeds":
		return verb{"embeds", third}, true
	case "embed":
		return verb{"embeds", base}, true
	case "embedded":
		return verb{"embeds", pastForm}, true
	case "returns":
		return verb{"returns", third}, true
	case "return":
		return verb{"returns", base}, true
	case "returned":
		return verb{"returns", pastForm}, true
	case "takes", "accepts":
		return verb{"takes", third}, true
	case "take", "accept":
		return verb{"takes", base}, true
	case "took", "accepted":
		return verb{"takes", pastForm}, true
	case "taken":
		return verb{"takes", participle}, true
	case "wraps":
		return verb{"wraps", third}, true
	case "wrap":
		return verb{"wraps", base}, true
	case "wrapped":
		return verb{"wraps", pastForm}, true
	}
	return verb{}, false
}

// predicate reports whether a word after a name looks like its verb.
func predicate(w string) bool {
	if listed(" is are has have was does do can may must will should would cannot isn't doesn't don't both ", w) {
		return true
	}
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "'s") && !noun(w) &&
		!listed(" this its handlers hooks calls: always sometimes besides unless plus across towards afterwards values flags arguments tests options names lines ", w)
}

// subordinator reports whether a word begins a clause with a subject of its own.
func subordinator(w string) bool {
	return listed(" that which who whose whether if unless until when while because where so than whereas ", w)
}

// finite reports whether a word behind its subject is a verb in the present.
func finite(w string) bool {
	return predicate(w) && !listed(" was should would will ", w)
}

// singular reports whether a word behind its subject is a verb of the third person.
func singular(w string) bool { return finite(w) && strings.HasSuffix(w, "s") }

// leads reports whether a preposition leads to something that is there.
func leads(w string) bool {
	return listed(" by in via through with to into from on at inside within behind beside using under over around as ", w)
}

// uses reports whether a word is a form of a verb whose object is there: what is
// called, used, passed.
func uses(w string) bool {
	for _, end := range [...]string{"", "s", "es"} {
		if stem, ok := strings.CutSuffix(w, end); ok && listed(verbsOfUse, stem) {
			return true
		}
	}
	stem, ok := strings.CutSuffix(w, "ing")
	return ok && (listed(verbsOfUse, stem) || listed(verbsOfUse, stem+"e") || len(stem) > 3 && listed(verbsOfUse, stem[:len(stem)-1])) // calling, using, setting
}

const verbsOfUse = " use call invoke see set get pass look check take prefer choose read try start register combine run return wrap embed need " +
	"import extend override provide expose offer contain define accept require has have find refer go ask "
