// The rules that say something about security, and no others.
import parser from "@typescript-eslint/parser";
import noUnsanitized from "eslint-plugin-no-unsanitized";
import security from "eslint-plugin-security";

const rules = {
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-unsanitized/method": "error",
  "no-unsanitized/property": "error",
};
for (const name of Object.keys(security.rules)) {
  rules[`security/${name}`] = "warn";
}

export default [
  {
    files: ["**/*.ts"],
    languageOptions: { parser },
    linterOptions: { noInlineConfig: true },
    plugins: { security, "no-unsanitized": noUnsanitized },
    rules,
  },
];
