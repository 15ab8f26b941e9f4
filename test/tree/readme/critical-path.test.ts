import { ApiObject } from 'cdk8s';
import { HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf } from '../../support/synthesize.js';

const sectionOf = (stages: Parameters<typeof clusterOf>[0]): string => {
  const text = Object.entries(synthCluster(clusterOf(stages)).files).find(([path]) =>
    path.endsWith('dev/README.md'),
  )?.[1];
  expect(text).toBeDefined();
  return /## Critical path\n\n([\s\S]*?)\n\n## /.exec(text ?? '')?.[1] ?? '';
};

it('shows the longest chain, and the waits that only a stage declares', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => addon(name));
  expect(
    sectionOf({
      first: [...many, addon('crds')],
      second: { addons: [addon('operator', { requires: ['crds'] })], dependsOn: ['first'] },
      third: [addon('app', { requires: ['operator'] }), addon('web', { requires: ['operator'] })],
    }),
  ).toBe(`The cluster comes up in 3 levels. The longest chain of dependencies decides how soon everything is ready: \`a\` → \`operator\` → \`app\`. One other chain is as long.

Some dependencies come only from the \`dependsOn\` of a stage: \`second\` depends on \`a\`, \`b\`, \`c\`, \`d\`, \`e\` and 1 more.`);
});

it('says where every wait is required', () => {
  expect(sectionOf({ first: [addon('crds')], second: [addon('operator', { requires: ['crds'] })] })).toBe(
    'The cluster comes up in 2 levels. The longest chain of dependencies decides how soon everything is ready: `crds` → `operator`.\n\nEvery dependency follows from what an addon requires, or from who creates its namespace.',
  );
});

it("says where a release's values are the reason", () => {
  const secrets = addon('secrets', {
    build: (scope) => {
      new ApiObject(scope, 's', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' } });
    },
  });
  const shop = addon('shop', {
    charts: { shop: helmChart({ url: 'oci://example.org/shop', version: '1.0.0' }) },
    build: (scope, { charts }) => {
      new HelmRelease(scope, 'shop', { chart: charts['shop'] as never, values: { existingSecret: 'db' } } as never);
    },
  });
  expect(sectionOf({ first: [secrets], second: [shop] })).toContain(
    "Every dependency follows from what an addon requires, from what a release's values name, or from who creates its namespace.",
  );
});

it('is left out where nothing waits', () => {
  expect(sectionOf({ first: [addon('one'), addon('two')] })).toBe('');
});
