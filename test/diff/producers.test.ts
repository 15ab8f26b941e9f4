import { asValues, ConfigMap, clusterName, defineAddon, type FluxApp, HelmRelease, helmChart, vpcId } from 'fluxspan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFluxApp } from '../../src/cluster/flux-app.js';
import { printDiffText } from '../../src/diff/print/print-text.js';
import { Repository } from '../changes/repository.js';
import { producers, provides, reader } from '../support/producers.js';
import { clusterOf } from '../support/synthesize.js';
import { diffOf, inputsFile, publish } from './diff-of.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const appOf = (stages: Parameters<typeof clusterOf>[0]): FluxApp => {
  const app = clusterOf(stages, { options: { external: provides } }).node.root;
  if (!isFluxApp(app)) throw new Error('no app');
  return app;
};

const differenceOf = async (
  before: FluxApp,
  after: FluxApp,
  inputs?: ReturnType<typeof inputsFile>,
): Promise<string> => {
  publish(repository, before);
  return printDiffText(await diffOf(repository, after, undefined, { inputs }));
};

describe.each(Object.entries(producers))('a value of %s', (name, producer) => {
  it('is shown in the objects that read it', async () => {
    const plain = defineAddon({
      name: 'reader',
      namespace: 'default',
      requires: [name],
      build(scope) {
        new ConfigMap(scope, 'data', { data: { host: 'localhost' } });
      },
    });
    const text = await differenceOf(
      appOf({ cloud: [producer()], apps: [plain()] }),
      appOf({ cloud: [producer()], apps: [reader(producer)()] }),
    );
    expect(text).toContain('~ ConfigMap/reader in default (reader)\n');
    expect(text).toContain('data.host  "localhost" → "db.example.org"');
    expect(text).toContain(`spec.postBuild.substituteFrom  + [{"kind":"`);
    expect(text).toContain(`"name":"${name}-outputs"}]`);
    expect(text).not.toContain('Flux does not apply it');
  });

  it('is shown in the values of a release that reads it', async () => {
    const web = (host: boolean) =>
      defineAddon({
        name: 'web',
        namespace: 'flux-system',
        uses: { db: asValues(producer) },
        charts: { web: helmChart<{ host?: string }>({ url: 'oci://registry.example.org/web', version: '1.0.0' }) },
        build(scope, { uses, charts }) {
          new HelmRelease(scope, 'web', {
            chart: charts.web,
            ...(host ? { valuesFrom: [{ ...uses.db.host, targetPath: 'host' }] } : { values: { host: 'localhost' } }),
          });
        },
      })();
    const text = await differenceOf(
      appOf({ cloud: [producer()], apps: [web(false)] }),
      appOf({ cloud: [producer()], apps: [web(true)] }),
    );
    // What comes from a Secret isn't printed, although it is only the example.
    const isSecret = text.includes('{"kind":"Secret"');
    expect(text).toContain(isSecret ? 'values.host  changes (secret)' : 'values.host  "localhost" → "db.example.org"');
    expect(text).not.toContain('Flux does not apply it');
  });
});

it('shows a value of another Terraform state, by its example or as a file gives it', async () => {
  const nodes = (vpc: string | undefined) =>
    defineAddon({
      name: 'nodes',
      namespace: 'default',
      infra: { vars: { TF_CLUSTER_NAME: clusterName(), TF_VPC_ID: vpcId().meta({ from: 'network' }) } },
      build(scope, { vars }) {
        new ConfigMap(scope, 'data', { data: { cluster: vars.TF_CLUSTER_NAME, vpc: vpc ?? vars.TF_VPC_ID } });
      },
    })();
  const before = () => appOf({ all: [nodes('vpc-by-hand')] });
  const after = () => appOf({ all: [nodes(undefined)] });
  expect(await differenceOf(before(), after())).toContain('data.vpc  "vpc-by-hand" → "vpc-0123456789abcdef0"');
  const given = inputsFile('infra.json', { TF_CLUSTER_NAME: 'dev', TF_VPC_ID: 'vpc-0aaaaaaaaaaaaaaa1' });
  expect(await differenceOf(before(), after(), given)).toContain('data.vpc  "vpc-by-hand" → "vpc-0aaaaaaaaaaaaaaa1"');
});
