import { toPlain } from '../constructs/to-json.js';

/** A values document as a ConfigMap holds it. JSON is YAML that every reader reads alike, whatever the strings. */
export const printValuesDocument = (values: object): string => `${JSON.stringify(toPlain(values), null, 2)}\n`;
