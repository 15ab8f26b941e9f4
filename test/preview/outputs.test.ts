import { asValues, ConfigMap, defineAddon, HelmRelease, helmChart, hostname } from 'fluxspan';
import { describe, expect, it } from 'vitest';
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
import { type Producer, producers, provides, reader } from '../support/producers.js';
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

/** A release that reads the host of a producer among its values. */
const release = (db: Producer) =>
  defineAddon({
    name: 'web',
    namespace: 'flux-system',
    uses: { db: asValues(db) },
    charts: { web: helmChart<{ host?: string }>({ url: 'oci://registry.example.org/web', version: '1.0.0' }) },
    build(scope, { uses, charts }) {
      new HelmRelease(scope, 'web', { chart: charts.web, valuesFrom: [{ ...uses.db.host, targetPath: 'host' }] });
    },
  });

const { tofu, ack } = producers;
const cluster = clusterOf(
  { cloud: [tofu(), ack(), mail()], apps: [reader(tofu, 'tofu-reader')(), reader(ack, 'ack-reader')()] },
  { options: { external: [...provides, { kind: 'Secret', namespace: 'flux-system', name: 'domains' }] } },
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

describe.each(Object.entries(producers))('what %s gives', (name, producer) => {
  const dev = clusterOf(
    { cloud: [producer()], apps: [reader(producer)(), release(producer)()] },
    { options: { external: provides } },
  );
  const root = dev.node.root;
  if (!isFluxApp(root)) throw new Error('no app');
  const own = compileCluster(root, dev, openCompileContext(root));
  const { kind } = own.contract.outputs![0]!;
  const infra = withExampleObjects(own, exampleConfigMaps(own.contract));
  const explained = (question: string) =>
    explainValue(own, applyCluster(own, infra), parseQuestion(question)!, infra).map(printExplained).join('\n');

  it('is explained where a text has it, and where a release does', () => {
    expect(explained('ConfigMap/reader data.host')).toContain(
      `\${host} from ${kind} flux-system/${name}-outputs (example of the contract)`,
    );
    expect(explained('HelmRelease/web values.host')).toContain(`${kind} flux-system/${name}-outputs`);
  });

  it('is in the contract, in fixtures, in the README and in the graph', () => {
    const [output, ...others] = own.contract.outputs!;
    expect(others).toEqual([]);
    expect(output).toMatchObject({
      addon: name,
      kind,
      namespace: 'flux-system',
      name: `${name}-outputs`,
      keys: { host: { readBy: [{ addon: 'reader' }, { addon: 'web' }] } },
    });
    const { configMaps, secrets } = planFixtures(own.contract);
    expect([...configMaps, ...secrets].map(({ metadata }) => metadata.name)).toEqual([`${name}-outputs`]);
    expect(clusterReadme(own)).toContain(
      `| \`host\`: host of the database | ${name} | \`${kind}/${name}-outputs\` | \`flux-system\` | string |`,
    );
    const { inputs, edges } = makeGraph(own, undefined);
    expect(inputs).toMatchObject([
      {
        channel: 'outputs',
        of: name,
        name: 'host',
        suppliedBy: 'addon',
        carriers: [{ kind, namespace: 'flux-system', name: `${name}-outputs`, key: 'host' }],
        readBy: [{ addon: 'reader' }, { addon: 'web' }],
      },
    ]);
    expect(JSON.stringify(edges)).toContain(name);
  });
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
