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

const write = (name: string, more = '', source?: string): void => {
  repository.write(`${FOLDER}/${name}.yaml`, kustomization(name, more, source));
  repository.write(`apps/${name}/config.yaml`, configMap(name));
};
const publish = async (): Promise<void> => {
  await synth(repository, webApp(['TF_HOST']));
  repository.publish('all');
};
const look = () => synth(repository, webApp(['TF_HOST']), { check: true });
const on = (name: string) => `  dependsOn: [{ name: ${name} }]\n`;

it('refuses a misspelled dependency that the change adds', async () => {
  write('first');
  write('second');
  await publish();
  write('second', on('frist'));
  expect(textOf(await look())).toMatchInlineSnapshot(`
    "error FX557 misnamed-by-others: Kustomization/second in flux-system, which fluxspan did not write, names Kustomization/frist in flux-system, which nothing here makes
      at   k8s/clusters/dev/second.yaml:9  spec.dependsOn[0]
      fix  did you mean "first"? Otherwise list it in the cluster's options: external: [{ kind: 'Kustomization', name: 'frist', namespace: 'flux-system' }]
    "
  `);
  write('second', on('unlike-any'));
  expect(codesOf(await look())).toEqual(['warning FX557']);
  for (const name of ['first', 'web', 'flux-system']) {
    write('second', on(name));
    expect(codesOf(await look())).toEqual([]);
  }
  write('second', `${on('frist')}  suspend: true\n`);
  expect(codesOf(await look())).toEqual([]);
});

it('notes a misspelled dependency in the base, and one that may be in the cluster', async () => {
  write('first');
  write('second', on('frist'));
  write('third', on('by-hand'));
  await publish();
  write('fourth', on('by-hand'));
  const found = await look();
  expect(codesOf(found)).toEqual(['notice FX557']);
  expect(textOf(found)).toContain('did you mean "first"?');
  const listed = [{ kind: 'Kustomization', name: 'frist', namespace: 'flux-system' }];
  expect(codesOf(await synth(repository, webApp(['TF_HOST'], { external: listed }), { check: true }))).toEqual([]);
});

it('refuses a misspelled source that the change adds', async () => {
  write('first');
  repository.write(
    `${FOLDER}/charts.yaml`,
    `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: other, namespace: flux-system }
spec: { interval: 1h, url: https://registry.example.org/other }
`,
  );
  await publish();
  write('second', '', 'flux-sytem');
  const found = await look();
  expect(codesOf(found)).toEqual(['error FX557', 'notice FX505']);
  expect(textOf(found)).toContain(
    'fix  did you mean "flux-system"? Otherwise nothing, if no addon has an object of it',
  );
  write('second', '', 'other');
  expect(codesOf(await look())).toEqual(['notice FX505']);
});

it('refuses to remove a generator whose reader needs the hash', async () => {
  const generator = (name: string) =>
    `configMapGenerator:\n- { name: ${name}, namespace: apps, literals: [a=b] }\nresources: [deployment.yaml]\n`;
  write('first');
  repository.delete('apps/first/config.yaml');
  repository.write(
    'apps/first/deployment.yaml',
    `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: apps }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web, envFrom: [{ configMapRef: { name: settings } }] }] }
`,
  );
  repository.write('apps/first/kustomization.yaml', generator('settings'));
  await publish();
  expect(codesOf(await look())).toEqual([]);
  repository.write('apps/first/kustomization.yaml', generator('config'));
  const found = await look();
  expect(codesOf(found)).toEqual(['error FX557']);
  expect(textOf(found)).toContain('names ConfigMap/settings in apps, which nothing here makes');
});

it('refuses a circle that the change adds', async () => {
  write('first', on('second'));
  write('second');
  await publish();
  expect(codesOf(await look())).toEqual([]);
  write('second', on('first'));
  const found = await look();
  expect(codesOf(found)).toEqual(['error FX640']);
  expect(textOf(found)).toContain('Kustomization/second waits for Kustomization/first');
  repository.publish('the circle');
  expect(codesOf(await look())).toEqual([]);
  write('third', on('first'));
  expect(codesOf(await look())).toEqual(['notice FX640']);
});

it('accepts vars and Secrets that someone may have created by hand', async () => {
  write('first');
  await publish();
  write('first', `${from('anything', 'Secret')}  decryption: { provider: sops, secretRef: { name: by-hand } }\n`);
  expect(codesOf(await look())).toEqual([]);
});
