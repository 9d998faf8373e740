package golang

import (
	"go/token"
	"go/types"
	"reflect"

	"sooth/score"
)

// Error codes of go/types that the classification knows, by the numbers of
// internal/types/errors, which promises to keep them. A test holds them against
// the toolchain's source.
const (
	codeMismatchedPkgName      = 3
	codeBadImportPath          = 5
	codeBrokenImport           = 6
	codeUnusedImport           = 8
	codeUntypedNilUse          = 16
	codeWrongAssignCount       = 17
	codeInvalidIfaceAssign     = 21
	codeInvalidChanAssign      = 22
	codeIncompatibleAssign     = 23
	codeNotAType               = 25
	codeNotAnExpr              = 42
	codeTruncatedFloat         = 43
	codeNumericOverflow        = 44
	codeUndefinedOp            = 45
	codeMismatchedTypes        = 46
	codeNonNumericIncDec       = 48
	codeInvalidIndirection     = 50
	codeNonIndexableOperand    = 51
	codeInvalidIndex           = 52
	codeNonSliceableOperand    = 54
	codeInvalidShiftOperand    = 57
	codeInvalidReceive         = 58
	codeInvalidSend            = 59
	codeInvalidStructLit       = 65
	codeMissingLitField        = 66
	codeUnexportedLitField     = 68
	codeInvalidLit             = 71
	codeAmbiguousSelector      = 72
	codeUndeclaredImportedName = 73
	codeUnexportedName         = 74
	codeUndeclaredName         = 75
	codeMissingFieldOrMethod   = 76
	codeNonVariadicDotDotDot   = 78
	codeInvalidDotDotDot       = 81
	codeInvalidAppend          = 83
	codeInvalidCap             = 84
	codeInvalidCopy            = 86
	codeInvalidLen             = 90
	codeInvalidMake            = 92
	codeInvalidAssert          = 94
	codeImpossibleAssert       = 95
	codeInvalidConversion      = 96
	codeInvalidUntyped         = 97
	codeUnusedVar              = 101
	codeWrongResultCount       = 103
	codeInvalidCond            = 105
	codeInvalidRangeExpr       = 109
	codeInvalidTypeSwitch      = 116
	codeInvalidExprSwitch      = 117
	codeWrongArgCount          = 126
	codeInvalidCall            = 127
	codeUnsupportedFeature     = 135
	codeNotAGenericType        = 136
	codeWrongTypeArgCount      = 137
	codeCannotInferTypeArgs    = 138
	codeInvalidTypeArg         = 139
)

// detailOf returns the error's code and range, which go/types keeps in fields
// that it does not export.
func detailOf(e types.Error) detail {
	v := reflect.ValueOf(e)
	number := func(name string) int64 {
		if f := v.FieldByName(name); f.CanInt() {
			return f.Int()
		}
		return 0
	}
	return detail{code: int(number("go116code")), start: token.Pos(number("go116start")), end: token.Pos(number("go116end"))}
}

// kindOf returns the kind of an error by its code alone; invented names and
// arguments of calls are told apart in the syntax tree.
func kindOf(code int) score.Kind {
	switch code {
	case codeUnusedImport, codeUnusedVar:
		return score.Unused
	case codeUndeclaredName:
		return score.Undefined
	case codeUnsupportedFeature:
		return score.TooNew
	case codeWrongArgCount, codeWrongResultCount, codeCannotInferTypeArgs, codeWrongTypeArgCount, codeNonVariadicDotDotDot,
		codeInvalidDotDotDot, codeNotAGenericType:
		return score.WrongSignature
	case codeUntypedNilUse, codeInvalidIfaceAssign, codeInvalidChanAssign, codeIncompatibleAssign, codeNotAType, codeNotAnExpr,
		codeTruncatedFloat, codeNumericOverflow, codeUndefinedOp, codeMismatchedTypes, codeNonNumericIncDec, codeInvalidIndirection,
		codeNonIndexableOperand, codeInvalidIndex, codeNonSliceableOperand, codeInvalidShiftOperand, codeInvalidReceive,
		codeInvalidSend, codeInvalidAppend, codeInvalidCap, codeInvalidCopy, codeInvalidLen, codeInvalidMake, codeInvalidAssert,
		codeImpossibleAssert, codeInvalidConversion, codeInvalidUntyped, codeInvalidCond, codeInvalidRangeExpr, codeInvalidTypeSwitch,
		codeInvalidExprSwitch, codeInvalidCall, codeInvalidTypeArg, codeInvalidLit:
		return score.TypeMismatch
	}
	return score.OtherError
}
