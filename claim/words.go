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
		"under over between during afterwards immediately not never plus depending concurrently given even already "+
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
	for _, row := range [...]string{
		" calls calls call called", " calls invokes invoke invoked", " imports imports import imported", " implements implements implement implemented",
		" implements satisfies satisfy satisfied", " embeds embeds embed embedded", " returns returns return returned", " takes takes take took taken",
		" takes accepts accept accepted", " wraps wraps wrap wrapped",
	} {
		if !strings.Contains(row, " "+w) {
			continue
		}
		f := strings.Fields(row)
		for i, form := range f[1:] {
			if form == w {
				return verb{f[0], verbForm(i)}, true
			}
		}
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
