import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { ruleFixtures } from '../rules/fixtures.js';
import type { Fixture } from './fixture.js';
import { fixtures0xx } from './fixtures-0xx.js';
import { fixtures1xx } from './fixtures-1xx.js';
import { fixtures2xx } from './fixtures-2xx.js';
import { fixtures3xx } from './fixtures-3xx.js';
import { fixtures4xx } from './fixtures-4xx.js';

const fixtures: Readonly<Record<string, Fixture>> = {
  ...fixtures0xx,
  ...fixtures1xx,
  ...fixtures2xx,
  ...fixtures3xx,
  ...fixtures4xx,
};

/** Without the lines of the tests' own code, which move with it. */
const stable = (text: string): string => text.replaceAll(/test\/[\w/.-]+\.ts:\d+/g, '<place>');

const codes = catalogue.map(({ code }): string => code);

/** What needs a git repository, or its files, is asserted where a test makes one. */
const testedIn: Readonly<Record<string, string>> = {
  FX005: 'changes/removals/names-removed.test.ts',
  FX011: 'applied/build/kustomize-version.test.ts',
  FX014: 'synth/cluster-folders.test.ts',
  FX015: 'changes/moved-tree.test.ts',
  FX018: 'graph/layout/lay-out.test.ts',
  FX317: 'rules/objects/object-schema.test.ts',
  FX318: 'rules/objects/object-schema.test.ts',
  FX319: 'compile/objects.test.ts',
  FX418: 'cli/commands/import-chart-diff.test.ts',
  FX419: 'cli/commands/import-chart-diff.test.ts',
  FX501: 'changes/handover.test.ts',
  FX502: 'changes/handover.test.ts',
  FX503: 'changes/handover.test.ts',
  FX504: 'changes/handover.test.ts',
  FX505: 'changes/foreign.test.ts',
  FX506: 'changes/handover.test.ts',
  FX507: 'changes/handover.test.ts',
  FX508: 'changes/handover.test.ts',
  FX509: 'changes/handover.test.ts',
  FX510: 'changes/handover.test.ts',
  FX511: 'changes/handover.test.ts',
  FX512: 'handover/adopt/adoption.test.ts',
  FX513: 'changes/handover.test.ts',
  FX514: 'handover/adopt/adoption.test.ts',
  FX515: 'changes/replacement/replacement-problems.test.ts',
  FX516: 'changes/replacement/replacement-problems.test.ts',
  FX517: 'changes/lossy-changes.test.ts',
  FX518: 'changes/moved-tree.test.ts',
  FX519: 'synth/uncompared-removals.test.ts',
  FX520: 'changes/updates/update-problems.test.ts',
  FX521: 'changes/updates/update-problems.test.ts',
  FX522: 'changes/updates/update-problems.test.ts',
  FX523: 'changes/removals/dangling-references.test.ts',
  FX524: 'changes/unseen-changes.test.ts',
  FX525: 'changes/root/lockdown-order.test.ts',
  FX526: 'changes/rules/resource-sets/resource-sets.test.ts',
  FX527: 'changes/rules/resource-sets/resource-sets.test.ts',
  FX530: 'changes/foreign.test.ts',
  FX531: 'changes/foreign.test.ts',
  FX532: 'changes/foreign.test.ts',
  FX533: 'applied/view/read-view.test.ts',
  FX534: 'changes/externals/external-problems.test.ts',
  FX535: 'changes/externals/external-problems.test.ts',
  FX536: 'changes/externals/external-problems.test.ts',
  FX537: 'handover/adopt/nested.test.ts',
  FX538: 'handover/adopt/nested.test.ts',
  FX539: 'handover/adopt/nested.test.ts',
  FX540: 'changes/root/root-build.test.ts',
  FX541: 'changes/root/root-build.test.ts',
  FX542: 'changes/root/root-build.test.ts',
  FX543: 'changes/root/injections.test.ts',
  FX544: 'changes/root/source-ignore.test.ts',
  FX545: 'changes/root/injections.test.ts',
  FX546: 'changes/root/injections.test.ts',
  FX547: 'changes/root/injections.test.ts',
  FX548: 'handover/adopt/root-vars.test.ts',
  FX549: 'changes/root/lost-controllers.test.ts',
  FX550: 'changes/root/addons-in-root.test.ts',
  FX551: 'changes/root/root-source.test.ts',
  FX552: 'changes/root/instance-problems.test.ts',
  FX553: 'changes/root/instance-problems.test.ts',
  FX554: 'changes/rules/hand-written/vars-of-others.test.ts',
  FX555: 'handover/adopt/assumed-root.test.ts',
  FX556: 'changes/rules/hand-written/vars-of-others.test.ts',
  FX557: 'changes/rules/hand-written/names-of-others.test.ts',
  FX559: 'changes/transitions/transitions.test.ts',
  FX690: 'preview/render.test.ts',
  FX691: 'preview/render.test.ts',
  FX007: 'cli/commands/init.test.ts',
  FX008: 'cli/commands/init.test.ts',
  FX012: 'cli/commands/init.test.ts',
  FX013: 'cli/commands/init.test.ts',
  FX016: 'cli/type-check/type-check.test.ts',
  FX017: 'cli/type-check/type-check.test.ts',
  FX710: 'versions/parse-versions.test.ts',
  FX711: 'versions/parse-versions.test.ts',
  FX712: 'versions/open-versions.test.ts',
  FX713: 'versions/open-versions.test.ts',
  FX714: 'versions/parse-versions.test.ts',
  FX715: 'cli/version-names.test.ts',
  FX730: 'versions/find-markers.test.ts',
  FX731: 'versions/find-markers.test.ts',
  FX732: 'rules/version-markers.test.ts',
  FX733: 'rules/version-markers.test.ts',
  FX734: 'rules/version-markers.test.ts',
  FX019: 'changes/flux-settings/settings-problems.test.ts',
  FX720: 'changes/updates/unserved-versions.test.ts',
  FX716: 'synth/image-policy.test.ts',
  FX701: 'diff/diff.test.ts',
  FX702: 'diff/diff.test.ts',
  FX703: 'diff/diff.test.ts',
  FX704: 'diff/helm/diff-releases.test.ts',
  FX705: 'diff/helm/diff-releases.test.ts',
  FX706: 'changes/flux-settings/settings-problems.test.ts',
  FX707: 'changes/flux-settings/settings-problems.test.ts',
  FX708: 'changes/flux-settings/settings-problems.test.ts',
  FX709: 'changes/flux-settings/settings-problems.test.ts',
};
const testFolder = fileURLToPath(new URL('..', import.meta.url));

/** Whether a statement that begins with `expect(` has the code in it, not a comment or a filter. */
const asserts = (text: string, code: string): boolean =>
  [...text.matchAll(/^ *expect\([\s\S]*?;$/gm)].some(([statement]) =>
    new RegExp(`['"\`][^'"\`\\n]*\\b${code}\\b|^error ${code}\\b`, 'm').test(statement.replace(/!== 'FX\d+'/g, '')),
  );

/** Codes that a program or a change of the platform yields, each of which a test runs and finds the code in. */
const yielded = ruleFixtures.flatMap(({ code, bad, mutation }) =>
  bad !== undefined || typeof mutation === 'function' || 'adds' in mutation ? [code] : [],
);

describe('each diagnostic', () => {
  it('has a fixture here or among the rules, or a test of its own', () => {
    expect([...new Set([...Object.keys(fixtures), ...yielded, ...Object.keys(testedIn)])].sort()).toEqual(
      codes.toSorted(),
    );
    // What a fixture yields needs no other test to be named.
    expect(
      Object.keys(testedIn).filter((code) => Object.hasOwn(fixtures, code) || yielded.includes(code as never)),
    ).toEqual([]);
  });

  it.each(Object.entries(testedIn))('%s is asserted in %s', (code, file) => {
    expect(asserts(readFileSync(join(testFolder, file), 'utf8'), code)).toBe(true);
  });

  it.each(Object.entries(fixtures))('%s', (code, fixture) => {
    // What Flux would make of so small a program is said elsewhere.
    const diagnostics = fixture().filter((one) => !one.code.startsWith('FX6'));
    const own = diagnostics.filter((one) => one.code === code);
    expect(own).not.toEqual([]);
    for (const { at, fix, message, severity, name } of own) {
      // What is said of arguments and of Terraform's side has no place in the code.
      const isOfCode = code !== 'FX002' && !code.startsWith('FX4');
      if (isOfCode) expect(at.file ?? at.source, message).toMatch(/./);
      else expect(Object.keys(at), message).not.toEqual([]);
      expect(printDiagnostic(diagnostics[0]!)).not.toContain('never shown');
      expect(fix).toMatch(/\S/);
      expect(message).not.toMatch(/[.!]$|^(A|An|The|No|This|Addon|Cannot|Invalid|Unknown)\b|undefined|\[object/);
      expect(catalogue.find((one) => one.code === code)).toMatchObject({ severity, name });
    }
    expect(stable(diagnostics.map(printDiagnostic).join('\n'))).toMatchSnapshot();
  });
});
