import { openSchemas } from '../../src/rules/schemas/find-schemas.js';

/** The schemas that the tests of a process share: a check without them reads and compiles those of the package again. */
export const schemas = openSchemas();
