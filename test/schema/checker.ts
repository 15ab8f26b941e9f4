import { openSchemaChecker } from '../../src/schema/schema-checker.js';

/** One checker for the tests of a file: schemas are read, and rules compiled, once. */
export const checker = openSchemaChecker();
export const { checkObject } = checker;
export const { find: knownSchemas, kinds: knownKinds } = checker.known;
