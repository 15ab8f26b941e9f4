import { describe, expect, it } from 'vitest';
import { applyVars } from '../../src/audit/apply-vars.js';
import type { OwnerVars } from '../../src/audit/vars-of-owner.js';
import { auditOf, bootstrapped, config, type Files, found, kustomization } from './repository.js';

const apps = (postBuild: string, object: string): Files => ({
  ...bootstrapped('prod'),
  'clusters/prod/apps.yaml': kustomization('apps', `  postBuild: ${postBuild}\n`),
  'apps/web.yaml': object,
});

const codes = /^FX(?:305|315|84|85)/;

describe('a name that is a var alone', () => {
  const named = config('"${APP}"', '{ a: "${HOST:=x}" }');
  const foundOf = (value: string, object = named) =>
    found(apps(`{ substitute: { APP: ${value}, HOST: a } }`, object), codes);

  it.each(['"8080"', '"true"', '"null"', '""', '"~"', '"012345678901"'])(
    'is an error if it is %s afterwards',
    async (value) => {
      expect(await foundOf(value)).toEqual(['error FX855 apps/web.yaml:3']);
    },
  );

  it('says what becomes of it, and how to write it', async () => {
    const { findings } = await auditOf(apps('{ substitute: { APP: "8080", HOST: a } }', named));
    expect(findings.find(({ code }) => code === 'FX855')).toMatchObject({
      message:
        'ConfigMap/${APP}: metadata.name becomes a number, so Flux leaves the object out, and deletes what it applied of it before',
      fix: 'write a name that stays a text, such as a-${APP}',
    });
  });

  it('is fine as a text, or as a part of one', async () => {
    expect(await foundOf('web')).toEqual([]);
    expect(await foundOf('"1.2.3"')).toEqual([]);
    expect(await foundOf('"8080"', named.replace('${APP}', 'web-${APP}'))).toEqual([]);
  });

  it('is a missing var if nothing supplies it', async () => {
    expect(await found(apps('{ substitute: { HOST: a } }', named), /^FX(?:842|845|855)/)).toEqual([
      'error FX842 apps/web.yaml:3',
    ]);
  });

  it('keeps other findings of the object', async () => {
    const broken = named.replace('\ndata:', '\ndate:');
    expect(await foundOf('"8080"', broken)).toEqual(['error FX855 apps/web.yaml:3', 'warning FX315 apps/web.yaml:4']);
  });
});

describe('a value that breaks the YAML', () => {
  const whole = config('web', '\n  a: b\n  host: "${HOST}"\n  port: "${PORT:=http}"');

  it.each(['"*.example.com"', '"foo: bar"', '"@team"', '"a\\nb: c: d"', '"%x"', '"[a"'])(
    'is an error: %s',
    async (value) => {
      expect(await found(apps(`{ substitute: { HOST: ${value} } }`, whole), codes)).toEqual([
        'error FX856 apps/web.yaml:6',
      ]);
    },
  );

  it('names the var, and what Flux says', async () => {
    const { findings } = await auditOf(apps('{ substitute: { HOST: "foo: bar", PORT: http } }', whole));
    expect(findings.find(({ code }) => code === 'FX856')).toMatchObject({
      message: 'ConfigMap/web: the value of ${HOST} breaks the YAML, and Flux applies nothing of Kustomization "apps"',
      notes: [
        'Flux reports: post build failed: envsubst error: YAMLToJSON: yaml: line 4: mapping values are not allowed in this context',
        expect.any(String),
      ],
      fix: 'put quotes into the value, as in HOST: \'"…"\', if nothing else reads it; or set the text with a patch of the Kustomization',
    });
  });

  it('is none of a text of another program that reads like a var', async () => {
    const query = config('web', `{ query: 'label_replace(up, "a", "\${1}x", "b", "(.*)")' }`);
    const { findings } = await auditOf(apps('{ substitute: { HOST: a } }', query));
    expect(findings.filter(({ code }) => /FX842|FX85/.test(code))).toMatchObject([
      { code: 'FX842', fix: "write $${1}: a var can't have that name, so another program reads it" },
    ]);
  });

  it('is one in a ConfigMap of the repository, too', async () => {
    const vars = config('vars', '{ HOST: "foo: bar" }').replace('default', 'flux-system');
    const files = {
      ...apps('{ substituteFrom: [{ kind: ConfigMap, name: vars }] }', whole),
      'clusters/prod/vars.yaml': vars,
    };
    expect(await found(files, codes)).toEqual(['error FX856 apps/web.yaml:6']);
  });

  it('is none where the text around it has quotes in kustomize’s YAML, or the value has them', async () => {
    expect(await found(apps(`{ substitute: { HOST: '"*.example.com"' } }`, whole), codes)).toEqual([]);
    const quoted = config('web', '\n  host: "*.${HOST}"\n  block: |\n    a: ${HOST}\n');
    expect(await found(apps('{ substitute: { HOST: "foo: bar" } }', quoted), codes)).toEqual([]);
  });

  it('is none if only the cluster knows it, or the object is left alone', async () => {
    const open = '{ substituteFrom: [{ kind: ConfigMap, name: cluster }] }';
    expect(await found(apps(open, whole), /^FX(?:30|315|842|85)/)).toEqual([]);
    const disabled = whole.replace(
      'namespace: default',
      'namespace: default, annotations: { kustomize.toolkit.fluxcd.io/substitute: disabled }',
    );
    expect(await found(apps('{ substitute: { HOST: "foo: bar" } }', disabled), /FX85/)).toEqual([]);
  });
});

it('reads an escape once, also beside a var that only the cluster knows', async () => {
  const object = config('web', '{ a: "$${env:HOST}:80", b: "${NAME}" }');
  const open = '{ substituteFrom: [{ kind: Secret, name: vars }] }';
  expect(await found(apps(open, object), /FX602/)).toEqual([]);
});

it('keeps an escape of an object without vars where the rules look for vars once more', () => {
  const vars: OwnerVars = {
    values: new Map([['NAME', undefined]]),
    open: [],
    mayHave: () => false,
    isSubstituted: true,
    isAlways: false,
    secrets: new Set(),
  };
  const withText = (a: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { a } });
  const built = withText('$${env:HOST}:80');
  expect(applyVars(built, vars, true).json).toEqual(built);
  expect(applyVars(built, vars).json).toEqual(withText('${env:HOST}:80'));
});
