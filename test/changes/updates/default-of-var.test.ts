import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import { Repository } from '../repository.js';
import { synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const claim = (storage: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});
const devWithClaim = (TF_SIZE: z.ZodType<string>, size?: string) => {
  const app = new FluxApp();
  const data = defineAddon({
    name: 'data',
    infra: { vars: { TF_SIZE: TF_SIZE as z.ZodString } },
    build: (scope, { vars }) => void new ApiObject(scope, 'claim', claim(vars.TF_SIZE) as never),
  });
  const settings = size === undefined ? {} : { kustomization: { postBuild: { substitute: { TF_SIZE: size } } } };
  new FluxCluster(app, 'dev').stage('all', [data(settings)] as never);
  return app;
};
const changeClaim = async (before: FluxApp, after: FluxApp): Promise<readonly string[]> => {
  expect((await synth(repository, before)).written).toBe(true);
  repository.publish('a cluster');
  return (await synth(repository, after)).diagnostics.map(({ code, message, notes }) =>
    [code, message, ...notes].join('; '),
  );
};

const dev = (TF_TYPE: z.ZodType<string>) => {
  const app = new FluxApp();
  const storage = defineAddon({
    name: 'storage',
    infra: { vars: { TF_TYPE: TF_TYPE as z.ZodString } },
    build(scope, { vars }) {
      new ApiObject(scope, 'class', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'fast' },
        provisioner: 'ebs.csi.aws.com',
        parameters: { type: vars.TF_TYPE },
      } as never);
    },
  });
  new FluxCluster(app, 'dev').stage('all', [storage()] as never);
  return app;
};
const change = async (before: z.ZodType<string>, after: z.ZodType<string>): Promise<readonly string[]> => {
  expect((await synth(repository, dev(before))).written).toBe(true);
  repository.publish('a cluster');
  return (await synth(repository, dev(after))).diagnostics.map(printDiagnostic);
};

const SAYS =
  'notice FX521 update-uncertain: the API server may refuse an update of StorageClass/fast: parameters.type ';

it('reports a changed default in an immutable field', async () => {
  const [told = '', ...more] = await change(z.string().default('gp2'), z.string().default('gp3'));
  expect(told).toContain(`${SAYS}"\${TF_TYPE:=gp2}" → "\${TF_TYPE:=gp3}"`);
  expect(more).toEqual([]);
  repository.publish('the same');
  expect((await change(z.string().default('gp3'), z.string()))[0]).toContain(
    `${SAYS}"\${TF_TYPE:=gp3}" → "\${TF_TYPE}"`,
  );
});

it('ignores an example that nothing applies', async () => {
  const example = (text: string) => z.string().meta({ examples: [text] });
  expect(await change(example('gp2'), example('gp3'))).toEqual([]);
});

it('reports a default that would shrink a claim', async () => {
  const size = (text: string) => devWithClaim(z.string().default(text));
  const [told, ...more] = await changeClaim(size('10Gi'), size('5Gi'));
  expect(told).toMatch(
    /^FX521; the API server may refuse .*\.storage "10Gi" → "5Gi"; that depends on whether Terraform/,
  );
  expect(more).toEqual([]);
  repository.publish('the same');
  expect(await changeClaim(size('5Gi'), size('20Gi'))).toEqual([]);
});

it('refuses an inline value that shrinks a claim below its default', async () => {
  const size = (text: string) => devWithClaim(z.string().default('1Gi'), text);
  const told = await changeClaim(size('10Gi'), size('5Gi'));
  expect(told.map((one) => one.slice(0, 5))).toContain('FX520');
});
