import { afterEach, beforeEach, expect, it } from 'vitest';
import { Repository } from '../../repository.js';
import { synth } from '../../synth.js';
import { bootstrap, codesOf, FOLDER, kustomization, textOf, webApp } from './support.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  bootstrap(repository);
});
afterEach(() => repository.remove());

const NAME = 'cluster-vars-terraform';
const vars = (fields: string, namespace = 'flux-system', annotations = '{}'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${NAME}, namespace: ${namespace}, annotations: ${annotations} }\n${fields}\n`;
const publish = async (): Promise<void> => {
  await synth(repository, webApp(['TF_HOST']));
  repository.publish('all');
};
const look = (options: Parameters<typeof webApp>[1] = {}) =>
  synth(repository, webApp(['TF_HOST'], options), { check: true });
const DATA = 'data: { TF_HOST: mine }';

it('refuses a ConfigMap of the contract in a file of the cluster, and in a folder of another Kustomization', async () => {
  repository.write(`${FOLDER}/others.yaml`, kustomization('others'));
  repository.write('apps/others/ns.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: others }\n');
  await publish();
  repository.write(`${FOLDER}/vars.yaml`, vars(DATA));
  expect(textOf(await look())).toMatchInlineSnapshot(`
    "error FX529 contract-object: ConfigMap/cluster-vars-terraform in flux-system is of the contract, so Terraform writes it, and a file that fluxspan did not write makes it, too
      at   k8s/clusters/dev/vars.yaml
      fix  give the ConfigMap in the file another name, or delete it: "cluster-vars-terraform" is written by Terraform alone
    "
  `);
  repository.delete(`${FOLDER}/vars.yaml`);
  repository.write('apps/others/vars.yaml', vars(DATA));
  expect(codesOf(await look())).toEqual(['error FX529']);
});

it('warns of one that was there before', async () => {
  repository.write(`${FOLDER}/vars.yaml`, vars(DATA));
  await publish();
  repository.write(`${FOLDER}/vars.yaml`, vars('data: { TF_HOST: other }'));
  expect(codesOf(await look())).toEqual(['warning FX529']);
});

it('is silent where the file leaves the values to Terraform, or is about another ConfigMap', async () => {
  await publish();
  const files = [
    vars('immutable: false'),
    vars('data: {}'),
    vars(DATA, 'apps'),
    vars(DATA, 'flux-system', "{ kustomize.toolkit.fluxcd.io/ssa: 'IfNotPresent' }"),
  ];
  for (const file of files) {
    repository.write(`${FOLDER}/vars.yaml`, file);
    expect(codesOf(await look())).toEqual([]);
  }
  repository.write(`${FOLDER}/vars.yaml`, vars(DATA));
  expect(codesOf(await look({ varsConfigMap: 'other-name' }))).not.toContain('error FX529');
});
