import { beforeAll, describe, expect, it } from 'vitest';
import { newFindings, tryReadBaseline } from '../../src/audit/baseline.js';
import { auditJson, findingJson } from '../../src/audit/print/audit-json.js';
import { printAuditMarkdown } from '../../src/audit/print/print-markdown.js';
import { auditCodeQuality, auditSarif } from '../../src/audit/print/print-reports.js';
import { printAuditText } from '../../src/audit/print/print-text.js';
import type { AuditResult } from '../../src/audit/run-audit.js';
import { auditOf, bootstrapped, config, kustomization } from './repository.js';

const vars = Array.from({ length: 12 }, (_, at) => `V${at}`);
const files = {
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps', '  postBuild: { substitute: { A: b } }\n'),
  'apps/config.yaml': config('web', `{ a: "\${A}", ${vars.map((name) => `${name}: "\${${name}}"`).join(', ')} }`),
  'clusters/prod/other.yaml': kustomization('other'),
  'other/config.yaml': config('web', '{ a: "@team" }'),
};

let result: AuditResult;
beforeAll(async () => {
  result = await auditOf(files);
});

describe('the result of an audit', () => {
  it('as text shows the ten worst by topic, and ends with what a contract would have caught', () => {
    const text = printAuditText(result);
    expect(text).toContain('Read 5 files: 1 cluster, 3 Kustomizations, ');
    // One kind takes three of the ten places.
    expect(text.match(/^error (FX\d+)/gm)).toEqual(['error FX842', 'error FX842', 'error FX842', 'error FX302']);
    expect(text).toContain(
      'Values that must come from elsewhere\n\nerror FX842 unsupplied-var: nothing supplies ${V0} ',
    );
    expect(text).toContain('Objects with two owners\n\nerror FX302 duplicate-object: ');
    expect(text).toMatch(
      /findings more: --all shows them\.\n13 errors, \d+ notices?\nA contract would have caught 12 of these 13 before a merge: /,
    );
    expect(printAuditText(result, true).match(/^(?:error|notice) /gm)).toHaveLength(result.findings.length);
  });

  it('says that a contract would have caught nothing, or what it would check', async () => {
    const shared = { ...files, 'apps/config.yaml': config('web', '{ a: "${A}" }') };
    expect(printAuditText(await auditOf(shared))).toMatch(/A contract would not have caught it\.\n$/);
    const outside = {
      ...bootstrapped('prod'),
      'clusters/prod/apps.yaml': kustomization(
        'apps',
        '  postBuild: { substituteFrom: [{ kind: Secret, name: a }] }\n',
      ),
      'apps/config.yaml': config('web', '{ a: "${A}" }'),
    };
    expect(printAuditText(await auditOf(outside))).toMatch(
      /A contract would check the ConfigMap or Secret that this repository reads and does not have\.\n$/,
    );
  });

  it('as Markdown calls nobody by name, and fits into a comment', () => {
    const text = printAuditMarkdown(result);
    expect(text).toContain('**13 errors, ');
    expect(text).toContain('- **error FX842** `apps/config.yaml:4`: nothing supplies ${V0} to Kustomization "apps"');
    expect(text).not.toMatch(/@\w/);
    const many = Array.from({ length: 2000 }, (_, at) => ({ ...result.findings[1]!, line: at }));
    const long = printAuditMarkdown({ ...result, findings: many });
    expect(long.length).toBeLessThan(65_536);
    expect(long).toMatch(/\d+ more do not fit here: run `npx fluxspan audit --all`/);
  });

  it('as SARIF and Code Quality has each finding with its place', () => {
    const sarif = auditSarif(result.findings, '1.2.3') as {
      readonly runs: readonly [
        {
          readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
          readonly results: readonly object[];
        },
      ];
    };
    const [run] = sarif.runs;
    expect(run.results).toHaveLength(result.findings.length);
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['FX302', 'FX614', 'FX842']);
    expect(run.results[1]).toMatchObject({
      ruleId: 'FX842',
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'apps/config.yaml' }, region: { startLine: 4 } } }],
    });
    const quality = auditCodeQuality(result.findings);
    expect(quality[1]).toMatchObject({
      check_name: 'FX842',
      severity: 'critical',
      location: { path: 'apps/config.yaml', lines: { begin: 4 } },
    });
    expect(new Set(quality.map((one) => (one as { fingerprint: string }).fingerprint)).size).toBe(
      result.findings.length,
    );
  });

  it('is a baseline that accepts what is there, wherever its line goes', async () => {
    const json = JSON.stringify({ ok: false, ...auditJson(result), diagnostics: result.findings.map(findingJson) });
    const baseline = tryReadBaseline(json);
    expect(baseline).toBeDefined();
    const moved = await auditOf({
      ...files,
      'apps/config.yaml': `# moved\n\n${config('web', `{ a: "\${A}", NEW: "\${NEW}", ${vars.map((name) => `${name}: "\${${name}}"`).join(', ')} }`)}`,
    });
    const left = newFindings(moved.findings, baseline!);
    expect(left.map(({ code, message, line }) => `${code} ${message} ${line}`)).toEqual([
      'FX842 nothing supplies ${NEW} to Kustomization "apps": Flux 2.9 fails, and earlier versions put in an empty text 6',
    ]);
    for (const text of ['', '{}', '[]', '{"diagnostics":[{}]}', '{"diagnostics":[1]}'])
      expect(tryReadBaseline(text)).toBeUndefined();
  });
});

it('says once, for people, what several clusters have in files of their own', async () => {
  const web = kustomization('web').replace('path: ./web', 'path: ./gone');
  const both = await auditOf({
    ...bootstrapped('a'),
    ...bootstrapped('b'),
    'clusters/a/web.yaml': web,
    'clusters/b/web.yaml': web,
  });
  const own = both.findings.filter(({ severity }) => severity === 'error');
  expect(own.map(({ file, clusters }) => [file, clusters])).toEqual([
    ['clusters/a/web.yaml', ['a']],
    ['clusters/b/web.yaml', ['b']],
  ]);
  const text = printAuditText(both);
  expect(text.match(/^error /gm)).toHaveLength(1);
  expect(text).toContain('  note the same at clusters/b/web.yaml:8\n  note in the clusters a, b\n');
  expect(printAuditMarkdown(both).match(/\*\*error /g)).toHaveLength(1);
});
