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

it('tells of a default that changes in an immutable field', async () => {
  const [told = '', ...more] = await change(z.string().default('gp2'), z.string().default('gp3'));
  expect(told).toContain(`${SAYS}"\${TF_TYPE:=gp2}" → "\${TF_TYPE:=gp3}"`);
  expect(more).toEqual([]);
  repository.publish('the same');
  expect((await change(z.string().default('gp3'), z.string()))[0]).toContain(
    `${SAYS}"\${TF_TYPE:=gp3}" → "\${TF_TYPE}"`,
  );
});

it('says nothing of an example, which nothing applies', async () => {
  const example = (text: string) => z.string().meta({ examples: [text] });
  expect(await change(example('gp2'), example('gp3'))).toEqual([]);
});
