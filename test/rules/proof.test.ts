import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeRules } from '../../src/changes/registry.js';
import type { DiagnosticDefinition } from '../../src/diagnostics/index.js';
import { rules } from '../../src/rules/registry.js';
import { root } from '../support/root.js';
import { ruleFixtures } from './fixtures.js';

/**
 * Rules from before the convention that a new one starts as a notice. They have other proof: the source or the docs of a
 * controller that doesn't run in the live tests, or kustomize and the git of a test. Only take codes out of this list.
 */
const withOtherProof = new Set(
  `FX308 FX312 FX317 FX325 FX326 FX327 FX506 FX511 FX526 FX530 FX531 FX532
  FX533 FX544 FX546 FX548 FX549 FX550 FX551 FX552 FX553 FX554 FX556 FX557 FX562
  FX601 FX615 FX627 FX629 FX632 FX633 FX635 FX636 FX637 FX639 FX642 FX652
  FX655 FX656 FX657 FX660 FX663 FX665 FX666 FX667 FX669 FX670 FX671 FX672
  FX676 FX677 FX678 FX679 FX681 FX682 FX683 FX684 FX685 FX686 FX687
  FX717 FX718 FX719 FX720 FX722 FX723`.split(/\s+/),
);

/** The tests on real Flux, of which one that names a code shows what it foretells. */
const live = readdirSync(join(root, 'test/live'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(root, 'test/live', file), 'utf8'))
  .join('\n');

/** Whether the fixture of a rule, or a live test, shows in a real cluster what a diagnostic foretells. */
const isShown = (code: string): boolean =>
  new RegExp(`\\b${code}\\b`).test(live) ||
  ruleFixtures.some((one) => one.code === code && (typeof one.live === 'string' || 'twins' in one.live));

const definitions: readonly DiagnosticDefinition[] = [...rules, ...changeRules].flatMap(
  ({ diagnostics }): readonly DiagnosticDefinition[] => diagnostics,
);
const unshown = new Set(
  definitions.filter(({ code, severity }) => severity !== 'notice' && !isShown(code)).map(({ code }) => code as string),
);

describe('a rule that no real judge has refused', () => {
  it('is a notice', () => {
    expect(
      [...unshown].filter((code) => !withOtherProof.has(code)).sort(),
      "make these notices, or show them in a real cluster: twins in `live` of the rule's fixture, or a case of test/live/ that names the code",
    ).toEqual([]);
  });

  it('is on the list above only while nothing shows it', () => {
    expect(
      [...withOtherProof].filter((code) => !unshown.has(code)),
      'take these out of the list',
    ).toEqual([]);
  });
});

it('each reason in a fixture says something', () => {
  const reasons = ruleFixtures.flatMap(({ code, mutation, fault, live }) =>
    [mutation, fault, live].flatMap((one) =>
      typeof one === 'object' && 'none' in one ? [[code, one.none] as const] : [],
    ),
  );
  expect(reasons.length).toBeGreaterThan(50);
  expect(reasons.filter(([, reason]) => reason.length < 10)).toEqual([]);
});
