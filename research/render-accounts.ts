import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import type { Contract } from '../src/contract/contract.js';
import { runHelm } from '../src/diff/helm/run-helm.js';
import { exampleInfra } from '../src/terraform/example-infra.js';
import {
  accountsIn,
  accountThatCallsAws,
  type RenderedChart,
  releasesThatCallAws,
} from '../test/live/aws/rendered-charts.js';
import type { KubeObject } from '../test/live/kube-object.js';
import { readTree } from '../test/live/tree.js';
import { untar, withoutMissing } from './take-chart.js';

/** Where the sources of the charts are, with the tag of a version. */
const sources: Readonly<Record<string, { repository: string; path: string; tag: (version: string) => string }>> = {
  'aws-load-balancer-controller': {
    repository: 'kubernetes-sigs/aws-load-balancer-controller',
    path: 'helm/aws-load-balancer-controller',
    tag: (version) => `v${version}`,
  },
  'external-dns': {
    repository: 'kubernetes-sigs/external-dns',
    path: 'charts/external-dns',
    tag: (version) => `external-dns-helm-chart-${version}`,
  },
  'external-secrets': {
    repository: 'external-secrets/external-secrets',
    path: 'deploy/charts/external-secrets',
    tag: (version) => `v${version}`,
  },
  karpenter: {
    repository: 'aws/karpenter-provider-aws',
    path: 'charts/karpenter',
    tag: (version) => `v${version}`,
  },
};

const file = 'test/live/aws/rendered-charts.yaml';
const head = `# What the real charts of cluster dev whose pods call AWS render, with the values of the tree and the examples of the
# contract. \`node research/render-accounts.js MIRRORS\` writes it; a test says when it no longer fits the tree.
`;

/** Renders the charts, and writes what they say of service accounts. */
export const renderAccounts = async (mirrors: string, helm: string): Promise<void> => {
  const contract = JSON.parse(readFileSync('k8s/contract/dev/contract.json', 'utf8')) as Contract;
  const given = exampleInfra(contract).values;
  const work = mkdtempSync(join(tmpdir(), 'fluxspan-accounts-'));
  const rendered: RenderedChart[] = [];
  try {
    for (const { values, ...named } of releasesThatCallAws(readTree('k8s'), 'dev')) {
      const { chart, version, release, namespace } = named;
      const source = sources[chart];
      if (source === undefined) throw new Error(`chart ${chart}: its repository isn't in research/render-accounts.ts`);
      const { repository, path, tag } = source;
      const folder = join(work, chart);
      untar(join(mirrors, repository.replace('/', '+'), 'repo'), tag(version), path, folder);
      withoutMissing(folder, tag(version));
      // As helm-controller composes them: inline values come last.
      const files = [given[release] ?? {}, values].map((some, index) => {
        const written = join(work, `${chart}-${index}.json`);
        writeFileSync(written, JSON.stringify(some));
        return ['--values', written];
      });
      const text = await runHelm(helm, ['template', release, folder, '--namespace', namespace, ...files.flat()]);
      const objects = parseAllDocuments(text).flatMap((one) => (one.toJS() as KubeObject | null) ?? []);
      const one = { ...named, ...accountsIn(objects) };
      console.log(`${chart} ${version}: ${accountThatCallsAws(one).name}`);
      rendered.push(one);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  writeFileSync(file, head + stringify(rendered));
};
