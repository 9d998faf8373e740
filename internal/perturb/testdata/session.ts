// @ts-check
/// <reference types="node" />
import crypto from "crypto";

/* A secret,
 * of many lines */
const secret = "abc // no comment";

export function sign(user: string): string {
  const text = `hello ${user} // kept
    /* kept too */
  end`;
  // weak
  return crypto.createHash("md5").update(text + secret).digest("hex"); // bad
}

const re = /\/\/[a-z]+/g;
