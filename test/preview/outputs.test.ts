import { ConfigMap, defineAddon, hostname } from 'fluxspan';
import { expect, it } from 'vitest';
import { isFluxApp } from '../../src/cluster/flux-app.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import { makeGraph } from '../../src/diagram/make-graph.js';
import {
  appliedProblems,
  applyCluster,
  exampleConfigMaps,
  explainValue,
  parseGivenInfra,
  parseQuestion,
  printApplied,
  printExplained,
  withExampleObjects,
} from '../../src/preview/index.js';
import { planFixtures } from '../../src/terraform/plan-fixtures.js';
import { clusterReadme } from '../../src/tree/readme/cluster-readme.js';
import { producers, provides, reader } from '../support/producers.js';
import { clusterOf } from '../support/synthesize.js';

/** Reads a Secret that others make, with its vars listed. */
const mail = defineAddon({
  name: 'mail',
  namespace: 'default',
  kustomization: {
    postBuild: { substituteFrom: [{ kind: 'Secret', name: 'domains', vars: { MAIL_DOMAIN: hostname() } }] },
  },
  build(scope, { vars }) {
    new ConfigMap(scope, 'mail', { data: { domain: vars.MAIL_DOMAIN } });
  },
});

const { tofu, ack } = producers;
const cluster = clusterOf(
  { cloud: [tofu(), ack(), mail()], apps: [reader(tofu, 'tofu-reader')(), reader(ack, 'ack-reader')()] },
  { options: { provides, external: [{ kind: 'Secret', namespace: 'flux-system', name: 'domains' }] } },
);
const app = cluster.node.root;
if (!isFluxApp(app)) throw new Error('no app');
const compiled = compileCluster(app, cluster, openCompileContext(app));
const { contract } = compiled;

it('renders what every producer gives, by the examples of the types', () => {
  const infra = withExampleObjects(compiled, exampleConfigMaps(contract));
  const applied = applyCluster(compiled, infra);
  expect(appliedProblems('dev', applied)).toEqual([]);
  const text = printApplied(applied.filter(({ name }) => /reader|mail/.test(name)));
  expect(text.match(/^ {2}(host|domain): .*$/gm)).toEqual([
    '  domain: app.example.org',
    '  host: db.example.org',
    '  host: db.example.org',
  ]);
});

it('says which values are examples, beside those that are given', () => {
  const items = [
    {
      kind: 'ConfigMap',
      metadata: { name: 'ack-outputs', namespace: 'flux-system' },
      data: { host: 'real.example.org' },
    },
  ];
  const given = parseGivenInfra(Buffer.from(JSON.stringify({ kind: 'List', items })), 'maps.json', contract);
  if (!given.ok) throw new Error(given.problem.message);
  const infra = withExampleObjects(compiled, given.value);
  expect(infra.examples).toEqual(['Secret flux-system/domains', 'Secret flux-system/tofu-outputs']);
  const applied = applyCluster(compiled, infra);
  const explained = explainValue(compiled, applied, parseQuestion('data.host')!, infra).map(printExplained).join('\n');
  expect(explained).toContain('${host} from ConfigMap flux-system/ack-outputs (maps.json)');
  expect(explained).toContain('${host} from Secret flux-system/tofu-outputs (example)');
});

it('has fixtures of what producers write', () => {
  const { configMaps, secrets } = planFixtures(contract);
  expect(configMaps.map(({ metadata, data }) => [metadata.name, data])).toEqual([
    ['ack-outputs', { host: 'db.example.org' }],
  ]);
  expect(secrets.map(({ metadata, stringData }) => [metadata.name, stringData])).toEqual([
    ['tofu-outputs', { host: 'db.example.org' }],
  ]);
});

it('lists them in the README and the graph', () => {
  expect(clusterReadme(compiled)).toContain(
    '| `host`: host of the database | tofu | `Secret/tofu-outputs` | `flux-system` | string | `ConfigMap/tofu-reader` |\n',
  );
  const inputs = makeGraph(compiled, undefined).inputs.filter(({ channel }) => channel === 'outputs');
  expect(inputs.map(({ of, name, suppliedBy, readBy }) => [of, name, suppliedBy, readBy[0]?.addon])).toEqual([
    ['ack', 'host', 'addon', 'ack-reader'],
    ['tofu', 'host', 'addon', 'tofu-reader'],
  ]);
});
