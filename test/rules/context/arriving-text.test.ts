import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import { addon, diagnosticsOf, type LooseDefinition } from '../../support/synthesize.js';
import { kustomization, stateOf } from '../yaml-repository.js';

const postBuild = (APP: string) => ({ kustomization: { postBuild: { substitute: { APP } } } });

const made = (apiVersion: string, kind: string, name: string, spec: object): LooseDefinition => ({
  build: (scope) => {
    new ApiObject(scope, 'object', { apiVersion, kind, metadata: { name }, ...spec } as never);
  },
});
const scaled = (name: string, target: string) =>
  made('keda.sh/v1alpha1', 'ScaledObject', name, {
    spec: { scaleTargetRef: { name: target }, triggers: [{ type: 'cron', metadata: { timezone: 'UTC' } }] },
  });
const named = made('v1', 'ConfigMap', '${APP}', { data: {} });

const found = (code: string, ...addons: readonly LooseDefinition[]) =>
  diagnosticsOf({ first: addons.map((one, at) => addon(`web-${at}`, one)) }, { options: { external: ['keda.sh'] } })
    .filter((one) => one.code === code)
    .map(({ message }) => message);

describe('a var that each Kustomization sets for itself', () => {
  it('is compared by its value', () => {
    const scale = scaled('${APP}', '${APP}');
    expect(found('FX677', { ...scale, ...postBuild('a') }, { ...scale, ...postBuild('b') })).toEqual([]);
    expect(
      found(
        'FX677',
        { ...scaled('a', '${APP}'), ...postBuild('web') },
        { ...scaled('b', '${APP}'), ...postBuild('web') },
      ),
    ).toHaveLength(1);
    expect(found('FX677', { ...scaled('a', '${APP}'), ...postBuild('web') }, scaled('b', 'web'))).toHaveLength(1);
  });

  it('names another object in each of them', () => {
    expect(found('FX302', { ...named, ...postBuild('a') }, { ...named, ...postBuild('b') })).toEqual([]);
    expect(found('FX302', { ...named, ...postBuild('a') }, { ...named, ...postBuild('a') })).toHaveLength(1);
    expect(found('FX302', { ...named, ...postBuild('a') }, made('v1', 'ConfigMap', 'a', { data: {} }))).toHaveLength(1);
  });
});

it('a var of the contract has one value in a cluster', () => {
  const infra = { vars: { APP: z.string().meta({ examples: ['web'] }) } };
  expect(found('FX302', { ...named, infra }, { ...named, infra })).toHaveLength(1);
});

it('a var of a ConfigMap that is not known is nothing that another Kustomization reads', () => {
  const from = (name: string) => ({
    kustomization: { postBuild: { substituteFrom: [{ kind: 'ConfigMap', name, optional: true }] } },
  });
  expect(found('FX302', { ...named, ...from('one') }, { ...named, ...from('two') })).toEqual([]);
});

it('two Kustomizations of plain YAML each make an object of their own', () => {
  const unit = (name: string, app: string) => ({
    [`clusters/prod/${name}.yaml`]: kustomization(name, `  postBuild: { substitute: { APP: ${app} } }\n`),
    [`${name}/config.yaml`]: 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "${APP}", namespace: apps }\n',
  });
  const codes = (a: string, b: string) =>
    checkState(stateOf({ ...unit('one', a), ...unit('two', b) }), { schemas }).map(({ code }) => code);
  expect(codes('a', 'b')).not.toContain('FX302');
  expect(codes('a', 'a')).toContain('FX302');
});
