import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/root.js';

const { printReport } = (await import(join(root, 'ci/summary.js'))) as {
  readonly printReport: (given: object, most: number) => string;
};

const problem = (more: object) => ({
  code: 'FX511',
  name: 'namespace-creator',
  severity: 'warning',
  message: 'a namespace changes',
  at: { cluster: 'dev' },
  notes: [],
  fix: '',
  isNew: true,
  ...more,
});
const reportOf = (problems: readonly object[], data: object = {}) =>
  printReport(
    {
      results: [],
      problems,
      diff: { passed: true, stdout: '### fluxspan diff\n\n**Changes 1 object in dev.**\n\n- one\n', stderr: '' },
      diffData: data,
      committed: undefined,
      isFirstStep: false,
      hasHelm: false,
      isCompared: true,
    },
    65_000,
  );

it('keeps the lines of code in a fix, and commands as they are', () => {
  const text = reportOf([
    problem({ fix: 'put this into the root module:\n\nimport {\n  to = module.a_b["web"]\n  id = "web"\n}\n' }),
    problem({ code: 'FX776', severity: 'notice', fix: 'npx fluxspan upgrade takes them' }),
  ]);
  expect(text).toContain(
    '*Fix:* Put this into the root module:\n\n  ```\n  import {\n    to = module.a_b["web"]\n    id = "web"\n  }\n  ```\n- notice FX776',
  );
  expect(text).toContain('*Fix:* npx fluxspan upgrade takes them.');
  for (const name of ['git', 'npm', 'terraform', 'kubectl', 'flux', 'helm']) {
    expect(reportOf([problem({ fix: `${name} does it` })])).toContain(`*Fix:* ${name} does it.`);
  }
});

it('names the new warnings in its first line', () => {
  const codes = ['FX511', 'FX512', 'FX513', 'FX514'];
  expect(reportOf([problem({})])).toContain('**Read the new warning first: FX511 namespace-creator.**');
  expect(reportOf(codes.map((code) => problem({ code })))).toContain(
    '**Read 4 new warnings first: FX511 namespace-creator, FX512 namespace-creator, FX513 namespace-creator and 1 more.**',
  );
});

it('says of which charts the changes are not shown', () => {
  const release = (name: string) => ({
    kind: 'HelmRelease',
    name,
    fields: [{ path: 'spec.chart.spec.version', from: '1', to: '2' }],
  });
  const text = reportOf([], { clusters: [{ objects: [release('shop'), release('db')] }] });
  expect(text).toContain("**What changes with the new chart versions of db, shop isn't shown.**");
});
