// The npm package @ag-ui/core as a line filter: one event a line in, one answer a line out.
//
// Reads with the package's validator for events, writes with what it offers for that: null in an optional
// member is left out, the rest is JSON.stringify.

import { createInterface } from "node:readline";
import { omitOptionalNulls } from "@ag-ui/core";
import { EventSchemas } from "@ag-ui/core/schemas";

function answer(line) {
  try {
    const read = EventSchemas.safeParse(JSON.parse(line));
    if (read.success) {
      return { accepted: true, text: JSON.stringify(omitOptionalNulls(read.data, "Event")) };
    }
    const why = read.error.issues.map(({ path, message }) => `/${path.join("/")}: ${message}`);
    return { accepted: false, why: why.join("; ") };
  } catch (error) {
    return { accepted: false, why: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
