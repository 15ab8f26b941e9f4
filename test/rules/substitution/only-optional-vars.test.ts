import { expect, it } from 'vitest';
import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import { inner, one } from '../rule-programs.js';
import { type Files, kustomization, stateOf } from '../yaml-repository.js';

const configMap = (name: string, namespace: string, data: object): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data });
const optional = '{ kind: ConfigMap, name: settings, optional: true }';

const told = (postBuild: string, text = '${DB_HOST}', more: Files = {}): readonly string[] =>
  checkState(
    stateOf({
      'clusters/prod/web.yaml': kustomization('web', `  postBuild: ${postBuild}`),
      'web/config.yaml': configMap('web', 'apps', { host: text }),
      ...more,
    }),
    { schemas },
  ).flatMap(({ code, message }) => (code === 'FX616' ? [message] : []));

it.each([
  `{ substituteFrom: [${optional}] }`,
  `{ substituteFrom: [${optional}, { kind: Secret, name: logins, optional: true }] }`,
  `{ substitute: {}, substituteFrom: [${optional}] }`,
  `{ substituteStrategy: WithVariables, substituteFrom: [${optional}] }`,
])('vars only from optional sources that nothing makes are reported: %s', (postBuild) => {
  const [message, ...rest] = told(postBuild);
  expect(message).toMatch(/^while ConfigMap\/settings .*missing, Kustomization\/web substitutes nothing: /);
  expect(message).toContain('data.host of ConfigMap/web arrives as it is written');
  expect(rest).toEqual([]);
  expect(told(postBuild, '${DB_HOST:=db}')).toHaveLength(1);
});

it.each([
  ['{ substituteFrom: [{ kind: ConfigMap, name: settings }] }', '${DB_HOST}'],
  [`{ substituteFrom: [${optional}, { kind: Secret, name: logins }] }`, '${DB_HOST}'],
  [`{ substitute: { A: b }, substituteFrom: [${optional}] }`, '${DB_HOST}'],
  [`{ substituteStrategy: Always, substituteFrom: [${optional}] }`, '${DB_HOST}'],
  [`{ substituteFrom: [${optional}] }`, 'db'],
  [`{ substituteFrom: [${optional}] }`, '$${DB_HOST}'],
])('nothing is reported of %s with %s', (postBuild, text) => {
  expect(told(postBuild, text)).toEqual([]);
});

it('nothing is reported if the tree has one of them', () => {
  const postBuild = `{ substituteFrom: [${optional}] }`;
  const settings = (namespace: string) => ({
    'clusters/prod/settings.yaml': configMap('settings', namespace, { DB_HOST: 'db' }),
  });
  expect(told(postBuild, '${DB_HOST}', settings('flux-system'))).toEqual([]);
  expect(told(postBuild, '${DB_HOST}', settings('apps'))).toHaveLength(1);
});

it('a Kustomization that an addon makes for another folder is reported, too', () => {
  const found = (postBuild: object) =>
    one({ build: inner({ retryInterval: '1m', postBuild }) }).flatMap(({ code, message }) =>
      code === 'FX616' ? [message] : [],
    );
  const source = { kind: 'ConfigMap', name: 'settings', optional: true };
  expect(found({ substituteFrom: [source] })).toEqual([
    'while ConfigMap/settings is missing, Kustomization/web substitutes nothing: a var of its objects arrives as it is written',
  ]);
  expect(found({ substituteFrom: [source], substituteStrategy: 'Always' })).toEqual([]);
  expect(found({ substituteFrom: [{ ...source, optional: false }] })).toEqual([]);
  expect(found({ substituteFrom: [source], substitute: { A: 'b' } })).toEqual([]);
});
