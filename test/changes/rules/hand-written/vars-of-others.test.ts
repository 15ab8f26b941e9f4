import { afterEach, beforeEach, expect, it } from 'vitest';
import { Repository } from '../../repository.js';
import { synth } from '../../synth.js';
import { bootstrap, codesOf, configMap, FOLDER, from, kustomization, textOf, webApp } from './support.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
  bootstrap(repository);
});
afterEach(() => repository.remove());

const MAP = 'cluster-vars-terraform';
/** A Kustomization "shop" of others, which reads the contract's ConfigMap. */
const shop = (text: string, more = from(MAP)): void => {
  repository.write(`${FOLDER}/shop.yaml`, kustomization('shop', more));
  repository.write('apps/shop/config.yaml', configMap('shop', text));
};
const publish = async (app = webApp(['TF_HOST', 'TF_VPC'])): Promise<void> => {
  expect(codesOf(await synth(repository, app))).toEqual([]);
  repository.publish('all');
};

it('refuses to remove an input from the contract while a hand-written file reads it', async () => {
  shop('${TF_VPC}');
  await publish();
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual([]);
  const renamed = await synth(repository, webApp(['TF_HOST', 'TF_VPC_ID']), { check: true });
  expect(textOf(renamed)).toMatchInlineSnapshot(`
    "error FX554 input-still-read: \${TF_VPC} leaves the contract, and Kustomization "shop", which fluxspan did not write, still reads it: Flux fails, and applies nothing of it
      at   apps/shop/config.yaml:4
      note ConfigMap/shop in apps reads \${TF_VPC}
      note the base declares it in addon "web"
      fix  keep TF_VPC in infra.vars of an addon (with except('FX601', { addon, reason }) on the cluster) until no file reads it, or change the file first
    "
  `);
  // The file is changed with it.
  shop('${TF_VPC_ID}');
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC_ID']), { check: true }))).toEqual([]);
  shop('nothing');
  expect(codesOf(await synth(repository, webApp(['TF_HOST']), { check: true }))).toEqual([]);
});

it.each([
  ['a default', '${TF_VPC:=none}', from(MAP), ['warning FX554']],
  ['an escape', '$${TF_VPC}', from(MAP), []],
  [
    'a value of its own',
    '${TF_VPC}',
    `${from(MAP)}`.replace('{ substituteFrom', '{ substitute: { TF_VPC: a }, substituteFrom'),
    [],
  ],
  ['no vars at all', '${TF_VPC}', '', []],
  ['an additional Secret', '${TF_VPC}', from(`${MAP} }, { kind: Secret, name: more`), ['warning FX554']],
  ['an optional ConfigMap', '${TF_VPC}', from(MAP, 'ConfigMap', ', optional: true'), ['error FX554']],
])('considers %s', async (_, text, more, codes) => {
  shop(text, more);
  await publish();
  expect(codesOf(await synth(repository, webApp(['TF_HOST']), { check: true }))).toEqual(codes);
});

it('knows which text Flux skips, and the vars of other ConfigMaps', async () => {
  shop('', from(`${MAP} }, { kind: ConfigMap, name: theirs`));
  repository.write(
    'apps/shop/config.yaml',
    configMap('shop', '${TF_VPC}', ', annotations: { kustomize.toolkit.fluxcd.io/substitute: disabled }'),
  );
  repository.write(
    `${FOLDER}/theirs.yaml`,
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: theirs, namespace: flux-system }\ndata: { TF_HOST: a }\n',
  );
  repository.write('apps/shop/other.yaml', configMap('other', '${TF_HOST}'));
  await publish();
  expect(codesOf(await synth(repository, webApp(['TF_OTHER']), { check: true }))).toEqual([]);
});

it('refuses to remove the ConfigMap while hand-written files name it', async () => {
  shop('${TF_HOST}');
  await publish();
  const renamed = await synth(repository, webApp(['TF_HOST', 'TF_VPC'], { varsConfigMap: 'vars' }), { check: true });
  expect(textOf(renamed)).toMatchInlineSnapshot(`
    "error FX523 dangling-reference: ConfigMap/cluster-vars-terraform in flux-system leaves the contract, so Terraform deletes it, and Kustomization/shop in flux-system, which fluxspan did not write, still names it
      at   k8s/clusters/dev/shop.yaml:9  spec.postBuild.substituteFrom[0]
      fix  name ConfigMap "vars" there, which takes its place; if something else makes it from now on, list it in the cluster's options: external: [{ kind: 'ConfigMap', name: 'cluster-vars-terraform', namespace: 'flux-system' }]
    "
  `);
  expect(codesOf(await synth(repository, webApp(), { check: true }))).toEqual(['error FX523']);
  const listed = [{ kind: 'ConfigMap', name: MAP, namespace: 'flux-system' }];
  expect(codesOf(await synth(repository, webApp([], { external: listed }), { check: true }))).toEqual([]);
  shop('${TF_HOST}', from('vars'));
  const both = await synth(repository, webApp(['TF_HOST', 'TF_VPC'], { varsConfigMap: 'vars' }), { check: true });
  expect(codesOf(both)).toEqual([]);
});

it('also finds the ConfigMap in another namespace', async () => {
  repository.write(
    `${FOLDER}/shop.yaml`,
    kustomization('shop', from(MAP))
      .replace('namespace: flux-system', 'namespace: apps')
      .replace('name: flux-system }', 'name: flux-system, namespace: flux-system }'),
  );
  repository.write('apps/shop/config.yaml', configMap('shop', '${TF_HOST}'));
  await publish(webApp(['TF_HOST'], { varsNamespaces: ['apps'] }));
  expect(codesOf(await synth(repository, webApp(['TF_HOST']), { check: true }))).toContain('error FX523');
});

it('refuses a var that the change adds and nothing provides', async () => {
  shop('${TF_HOST}');
  await publish();
  shop('${TF_HSOT}');
  const typo = await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true });
  expect(textOf(typo)).toMatchInlineSnapshot(`
    "error FX556 unknown-var: nothing gives \${TF_HSOT} to Kustomization "shop", which fluxspan did not write: Flux fails, and applies nothing of it
      at   apps/shop/config.yaml:4
      note ConfigMap/shop in apps reads \${TF_HSOT}
      fix  did you mean "TF_HOST"? A text for others needs a second dollar: $\${TF_HSOT}
    "
  `);
  shop('${UNLIKE_ANY}');
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual(['warning FX556']);
  shop('${TF_HSOT:-a} $${NOT_FLUX} $NOT_FLUX');
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual([]);
  // Without the ConfigMap of Terraform all is known.
  shop('${UNLIKE_ANY}', '  postBuild: { substitute: { REGION: a } }\n');
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual(['error FX556']);
  const lax = webApp(['TF_HOST', 'TF_VPC'], { flux: '2.8' });
  expect(codesOf(await synth(repository, lax, { check: true }))).toEqual(['warning FX556']);
  // Nothing has a value, so Flux substitutes nothing.
  shop('${UNLIKE_ANY}', '  postBuild: { substitute: {} }\n');
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual([]);
  shop('${UNLIKE_ANY}', from('elsewhere', 'Secret'));
  expect(codesOf(await synth(repository, webApp(['TF_HOST', 'TF_VPC']), { check: true }))).toEqual([]);
});

it('notes missing vars that the base already has', async () => {
  shop('${TF_HSOT} ${UNLIKE_ANY}');
  repository.publish('by hand');
  await synth(repository, webApp(['TF_HOST']));
  repository.publish('all');
  const app = (flux?: '2.8') => webApp(['TF_HOST'], flux === undefined ? {} : { flux });
  // Who wrote ${UNLIKE_ANY} may know what Terraform writes.
  for (const one of [app(), app('2.8')])
    expect(codesOf(await synth(repository, one, { check: true }))).toEqual(['notice FX556']);
  repository.write(`${FOLDER}/more.yaml`, kustomization('more', from(MAP)));
  repository.write('apps/more/config.yaml', configMap('more', '${UNLIKE_ANY}'));
  expect(codesOf(await synth(repository, app(), { check: true }))).toEqual(['notice FX556']);
  repository.write('apps/more/config.yaml', configMap('more', '${TF_HOTS}'));
  expect(codesOf(await synth(repository, app(), { check: true }))).toEqual(['error FX556', 'notice FX556']);
  const featureGates = { StrictPostBuildSubstitutions: false } as const;
  const lax = webApp(['TF_HOST'], { flux: { version: '2.9', featureGates } });
  expect(codesOf(await synth(repository, lax, { check: true }))).toEqual(['warning FX556', 'notice FX556']);
});
