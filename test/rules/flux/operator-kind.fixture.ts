import type { RuleFixture } from '../rule-fixture.js';

/** FX315 has its fixture with the rule about schemas; test/rules/objects/object-schema.test.ts shows this one. */
export const fixtures: readonly RuleFixture[] = [];
