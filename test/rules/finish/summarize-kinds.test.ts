import { ApiObject } from 'cdk8s';
import { type AnyFluxCluster, FluxApp, FluxCluster, type KindExceptionOptions } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addon, clusterOf } from '../../support/synthesize.js';

const objects = [
  ['example.org/v1', 'Widget', 'a'],
  ['example.org/v1', 'Widget', 'b'],
  ['example.com/v1', 'Gadget', 'c'],
] as const;
const web = addon('web', {
  build: (scope) => {
    for (const [apiVersion, kind, name] of objects)
      new ApiObject(scope, name, { apiVersion, kind, metadata: { name } });
  },
});

const toldOf = (...exceptions: readonly Partial<KindExceptionOptions>[]): readonly string[] => {
  const cluster = clusterOf({ first: [web] }) as AnyFluxCluster & { except(code: string, options: object): void };
  for (const one of exceptions) cluster.except('FX318', { reason: 'its operator has no CRD to import', ...one });
  return synthCluster(cluster)
    .diagnostics.filter(({ code }) => ['FX318', 'FX625', 'FX626'].includes(code))
    .map(({ code, severity, message }) => `${severity} ${code} ${message}`);
};
const told = (severity: string, text: string): string => `${severity} FX318 ${text}`;
const KINDS = 'of kinds that no schema describes:';
const widget = 'example.org/v1 Widget';

describe('kinds that no schema describes', () => {
  it('are reported together', () => {
    expect(toldOf()).toEqual([told('notice', `3 objects are ${KINDS} example.com/v1 Gadget, ${widget} (2)`)]);
  });

  it('are excepted by kind, object or addon; the others stay', () => {
    expect(toldOf({ kind: widget })).toEqual([told('notice', `1 object is ${KINDS} example.com/v1 Gadget`)]);
    expect(toldOf({ object: 'Widget/a' })).toEqual([
      told('notice', `2 objects are ${KINDS} example.com/v1 Gadget, ${widget}`),
    ]);
    expect(toldOf({ kind: widget, object: 'Widget/a' })).toEqual(toldOf({ object: 'Widget/a' }));
    expect(toldOf({ addon: 'web' })).toEqual([]);
  });

  it('are separate where an exception gives them another severity', () => {
    expect(toldOf({ kind: widget, severity: 'error' })).toEqual([
      told('notice', `1 object is ${KINDS} example.com/v1 Gadget`),
      told('error', `2 objects are ${KINDS} ${widget} (2)`),
    ]);
  });

  it('are never excepted for the whole cluster, nor in vain', () => {
    const all = toldOf();
    expect(toldOf({})).toEqual([...all, 'error FX625 an exception from FX318 is for the whole cluster']);
    expect(toldOf({ kind: 'example.org/v1 Wigdet' })).toEqual([
      ...all,
      expect.stringMatching(/ FX626 an exception from FX318 matches nothing: example\.org\/v1 Wigdet$/),
    ]);
  });

  it('are excepted by the first of several exceptions, and a message says why the others do nothing', () => {
    const rest = toldOf({ kind: widget });
    const overlap = 'an exception from FX318 does nothing: all that it matches (Widget/a) is matched by one before it';
    expect(toldOf({ kind: widget }, { object: 'Widget/a' })).toEqual([
      ...rest,
      `notice FX626 ${overlap} (${widget}), and the first one counts`,
    ]);
    expect(toldOf({ object: 'Widget/a' }, { kind: widget })).toEqual(rest);
  });

  it('are the only ones that an exception names by kind, for the compiler and for synth', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev')
      .stage('first', [web])
      .except('FX318', { kind: widget, reason: 'its operator has no CRD to import' })
      // @ts-expect-error: `kind` is for FX318
      .except('FX618', { kind: widget, addon: 'web', reason: 'it prints it whole' });
    const { diagnostics } = synthCluster(cluster);
    expect(diagnostics.filter(({ code }) => code === 'FX625').map(({ message }) => message)).toEqual([
      'an exception from FX618 is for a kind: example.org/v1 Widget',
    ]);
  });
});

it('an exception from what is about addons is for an addon', () => {
  const told = (options: object): readonly string[] => {
    const shape = { infra: { vars: { TF_UNREAD: z.string().regex(/^[a-z]+$/) } } };
    const cluster = clusterOf({ first: [addon('web', { ...shape, build: () => {} })] });
    (cluster as unknown as { except(code: string, options: object): void }).except('FX601', options);
    return synthCluster(cluster).diagnostics.map(({ code, fix }) => `${code} ${fix}`);
  };
  expect(told({ addon: 'web', reason: 'x' }).filter((one) => /^FX6(?:01|2[56])/.test(one))).toEqual([]);
  const fix = "FX625 name the addon that it is for: addon: 'name'";
  expect(told({ object: 'ConfigMap/web', reason: 'x' })).toContain(fix);
  expect(told({ reason: 'x' })).toContain(fix);
});
