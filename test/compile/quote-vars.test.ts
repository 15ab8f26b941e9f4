import { ConfigMap, FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { substituteObject, type YamlObject } from '../../src/substitution/index.js';
import { addon, clusterOf } from '../support/synthesize.js';

const account = z
  .string()
  .regex(/^\d{12}$/)
  .meta({ examples: ['012345678901'] });
const region = z
  .string()
  .regex(/^[a-z]{2}-[a-z]+-\d$/)
  .meta({ examples: ['eu-west-1'] });

const synth = (
  data: (vars: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
  vars: Readonly<Record<string, unknown>> = { TF_ACCOUNT: account, TF_REGION: region },
  options: object = {},
) => {
  const web = addon('web', {
    infra: { vars },
    build: (scope, context) => {
      new ConfigMap(scope, 'data', { data: data(context.vars) });
    },
  });
  const cluster = clusterOf({ first: [web] }, { app: new FluxApp(), options });
  const { files, objects, diagnostics } = synthCluster(cluster);
  return {
    diagnostics: diagnostics.filter(({ severity }) => severity === 'error'),
    file: files['addons/dev/web/config-map.yaml']!,
    entry: files['clusters/dev/web.yaml']!,
    object: objects.find(({ kind }) => kind === 'ConfigMap') as YamlObject,
    kustomization: objects.find(({ kind }) => kind === 'Kustomization') as {
      spec: { postBuild?: { substitute?: Record<string, string> } };
    },
  };
};
const applied = ({ object, kustomization }: ReturnType<typeof synth>, vars: Record<string, string> = {}) => {
  const given = { TF_ACCOUNT: '012345678901', TF_REGION: 'eu-west-1', ...vars };
  const outcome = substituteObject(
    object,
    { ...given, ...kustomization.spec.postBuild?.substitute },
    { strategy: 'Always' },
  );
  if (outcome.kind !== 'object') throw new Error(JSON.stringify(outcome));
  return outcome.object['data'];
};

describe('a var whose type does not rule out numbers', () => {
  const tree = synth((vars) => ({ account: vars['TF_ACCOUNT']!, region: vars['TF_REGION']! }));

  it('stays text in the cluster', () => {
    expect(tree.diagnostics).toEqual([]);
    expect(applied(tree)).toEqual({ account: '012345678901', region: 'eu-west-1' });
  });

  it('stands between quotes of Flux, and a comment says why; a safe one does not', () => {
    expect(tree.file).toContain('  account: ${q}${TF_ACCOUNT}${q}\n  region: ${TF_REGION}\n');
    expect(tree.file).toContain(
      '# ${q} is a double quote: without it, a value such as 0123 or yes would not stay text.\n',
    );
    expect(tree.entry).toContain("    substitute:\n      q: '\"'\n");
  });

  it('takes another name for the quote where an addon has a var q', () => {
    const own = synth((vars) => ({ a: vars['TF_ACCOUNT']!, b: vars['q']! }), { TF_ACCOUNT: account, q: region });
    expect(own.file).toContain('a: ${quote}${TF_ACCOUNT}${quote}');
    expect(applied(own, { q: 'eu-west-1' })).toEqual({ a: '012345678901', b: 'eu-west-1' });
  });

  it('is text where it is a number and the place takes text alone', () => {
    const own = synth((vars) => ({ port: String(vars['TF_PORT']) }), { TF_PORT: z.number() });
    expect(applied(own, { TF_PORT: '8080' })).toEqual({ port: '8080' });
  });
});

it('a Kustomization of safe vars has no quote, and one without vars no postBuild', () => {
  expect(synth((vars) => ({ region: vars['TF_REGION']! })).kustomization.spec.postBuild?.substitute).toBeUndefined();
  expect(synth(() => ({ a: 'echo ${HOME} $$' }), {}).kustomization.spec.postBuild).toBeUndefined();
  expect(synth(() => ({ a: 'echo ${HOME} $$' }), {}).file).toContain('a: echo ${HOME} $$\n');
});

describe('text that is not for Flux', () => {
  const script = 'echo ${HOME} ${arr[@]} ${{ github.sha }} $$ $1 $(pwd)';

  it('is escaped beside vars', () => {
    const tree = synth((vars) => ({ script: `${script} ${vars['TF_REGION']}` }));
    expect(tree.diagnostics).toEqual([]);
    expect(tree.file).toContain('# $$ stands for $ in text that is not for Flux to read.\n');
    expect(tree.file).toContain('$${HOME} $${arr[@]} $${{ github.sha }} $$$$ $1 $(pwd) ${TF_REGION}');
    expect(applied(tree)).toEqual({ script: `${script} eu-west-1` });
  });

  it('is left alone by a mark on its object where nothing else is in it', () => {
    const tree = synth(() => ({ script }));
    expect(tree.file).toContain('kustomize.toolkit.fluxcd.io/substitute: disabled');
    expect(tree.file).toContain(
      '# Flux leaves this object as it is: what looks like vars in it is for others to read.\n',
    );
    expect(applied(tree)).toEqual({ script });
  });

  it('arrives as it is written where its author escaped it, with both dollars', () => {
    const tree = synth((vars) => ({ a: 'echo $${HOME}', b: vars['TF_REGION']! }));
    expect(applied(tree)).toEqual({ a: 'echo $${HOME}', b: 'eu-west-1' });
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('is each of %i dollars before a var', (count) => {
    const dollars = '$'.repeat(count);
    const tree = synth((vars) => ({ price: `${dollars}${vars['TF_REGION']} each`, [`key-${count}`]: dollars }));
    expect(tree.diagnostics).toEqual([]);
    expect(applied(tree)).toEqual({ price: `${dollars}eu-west-1 each`, [`key-${count}`]: dollars });
  });

  it('is a dollar before a var with a default, and before its length', () => {
    const tree = synth((vars) => ({ a: `$${vars['TF_REGION']}`, b: `$\${#TF_REGION}` }), {
      TF_REGION: z.enum(['eu', 'us']).default('eu'),
    });
    expect(applied(tree, { TF_REGION: 'us' })).toEqual({ a: '$us', b: '$2' });
  });

  it('is not what looks like a misspelt var', () => {
    expect(synth(() => ({ a: '${TF_REGIN}' })).diagnostics.map(({ code }) => code)).toEqual(['FX304']);
    expect(synth(() => ({ a: '${tf_region}' })).diagnostics.map(({ code }) => code)).toEqual(['FX304']);
    expect(synth(() => ({ a: 'echo ${TF_REGION' })).diagnostics.map(({ code }) => code)).toEqual(['FX305']);
  });

  it('of half a million dollars is read to its end', () => {
    const tree = synth((vars) => ({ a: `${'$'.repeat(500_000)}${'${'.repeat(10_000)}`, b: vars['TF_REGION']! }));
    expect(tree.diagnostics).toEqual([]);
  });
});

it('defaults are put in by a Flux that would not look without any var', () => {
  const vars = { TF_LEVEL: z.enum(['info', 'debug']).default('info') };
  const old = synth((all) => ({ level: all['TF_LEVEL']! }), vars, { flux: '2.8' });
  expect(old.kustomization.spec.postBuild).toEqual({
    substitute: { q: '"' },
    substituteFrom: [{ kind: 'ConfigMap', name: 'cluster-vars-terraform' }],
  });
  const outcome = substituteObject(old.object, old.kustomization.spec.postBuild!.substitute!, { strict: false });
  expect(outcome).toMatchObject({ object: { data: { level: 'info' } } });
});
