import { ApiObject } from 'cdk8s';
import { ConfigMap } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addon, clusterOf } from '../support/synthesize.js';

const name = z
  .string()
  .regex(/^a[a-z]*$/)
  .meta({ examples: ['ab'] });
const off = { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' };

/** A cluster whose one addon has these fields in its Kustomization. */
const patched = (kustomization: object, vars: Readonly<Record<string, unknown>> = { TF_NAME: name }) => {
  const web = addon(
    'web',
    {
      infra: { vars },
      build: (scope, context) => {
        if (Object.keys(vars).length > 0) new ConfigMap(scope, 'a', { data: { a: context.vars['TF_NAME']! } });
        new ConfigMap(scope, 'b', { name: 'foreign', data: { script: 'echo ${HOME}' } });
        new ApiObject(scope, 'c', {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'quiet', annotations: off },
        });
      },
    },
    { kustomization },
  );
  const { files, diagnostics, contract } = synthCluster(clusterOf({ first: [web] }));
  return {
    files,
    contract,
    // Whether a patch can be parsed, and names an object, is for the rules.
    said: diagnostics
      .filter(({ code }) => code !== 'FX648' && code !== 'FX650')
      .map(({ code, at, message }) => `${code} ${at.object} ${at.path}: ${message}`),
    entry: files['clusters/dev/web.yaml']!,
  };
};
const add = (value: string, target: object = { kind: 'ConfigMap', name: 'web' }) => ({
  patches: [{ target, patch: `- op: add\n  path: /data/script\n  value: ${value}\n` }],
});
const at = 'Kustomization/web spec.patches[0].patch:';

describe('the patches of a Kustomization', () => {
  it('read only what the addon declares', () => {
    expect(patched(add('"${TF_NMAE}"')).said).toEqual([
      `FX304 ${at} addon "web" reads \${TF_NMAE}, which it does not declare`,
    ]);
    expect(patched(add('"${TF_NAME}"')).said).toEqual([]);
    expect(patched({ images: [{ name: 'nginx', newTag: '${TF_TGA}' }] }).said).toEqual([
      'FX304 Kustomization/web spec.images[0].newTag: addon "web" reads ${TF_TGA}, which it does not declare',
    ]);
  });

  it('are readers of the vars', () => {
    const { contract } = patched(add('"${TF_NAME} ${TF_NAME}"'));
    expect(contract.vars['TF_NAME']?.readBy.filter(({ object }) => object === 'Kustomization/web')).toEqual([
      { addon: 'web', object: 'Kustomization/web', path: 'spec.patches[0].patch' },
    ]);
  });

  it('hold expressions that Flux reads, and as the shell does', () => {
    expect(patched(add('"${TF_NAME"')).said).toEqual([expect.stringContaining(`FX305 ${at}`)]);
    expect(patched(add('"${TF_NAME:+b}"')).said).toEqual([expect.stringContaining(`FX602 ${at}`)]);
    const merge = (text: string) => ({
      patches: [{ patch: `kind: ConfigMap\nmetadata:\n  name: a\n---\nkind: ConfigMap\ndata:\n  b: ${text}\n` }],
    });
    expect(patched(merge('"${TF_NAME:?none}"')).said).toEqual([expect.stringContaining(`FX602 ${at}`)]);
    expect(patched({ patches: [{ patch: 'a: [${TF_NAME:+b}' }] }).said).toEqual([
      expect.stringContaining(`FX602 ${at}`),
    ]);
  });

  it('are escaped where they are not for Flux, as the objects that they may change are', () => {
    const { entry, files, said } = patched(add('"echo ${HOME} $$ ${TF_NAME} $${list}"'));
    expect(said).toEqual([expect.stringContaining('$${, which synth escapes for Flux, so $${ arrives')]);
    expect(entry).toContain('value: "echo $${HOME} $$$$ ${TF_NAME} $$$${list}"');
    expect(entry).toContain('$$ stands for $');
    expect(files['addons/dev/web/config-map.yaml']).toContain('script: echo $${HOME}');
  });

  it('stay as they are where nothing is substituted', () => {
    const text = '"echo ${HOME} $$"';
    expect(patched(add(text), {}).entry).toContain(`value: ${text}`);
    expect(patched(add(text, { kind: 'Config.*', name: 'quiet' })).entry).toContain(`value: ${text}`);
    const merge = `kind: ConfigMap\nmetadata:\n  name: quiet\ndata:\n  a: ${text}\n`;
    expect(patched({ patches: [{ patch: merge }] }).entry).toContain(`a: ${text}`);
    expect(patched(add('"$${HOME}"'), {}).said).toEqual([expect.stringContaining(`FX624 ${at}`)]);
  });

  it('tell of a value that would not arrive', () => {
    const vars = { TF_NAME: name, TF_FREE: z.string() };
    expect(patched(add('"${TF_FREE}"'), vars).said).toEqual([expect.stringContaining(`FX603 ${at}`)]);
  });

  it('is not what commonMetadata is: Flux adds it last', () => {
    expect(patched({ commonMetadata: { annotations: { 'a.b/c': 'x ${TF_NAME}', d: '${HOME}' } } }).said).toEqual([
      'FX602 Kustomization/web spec.commonMetadata.annotations["a.b/c"]: Flux adds commonMetadata after it has substituted, so ${TF_NAME} stays there as it is',
    ]);
  });
});
