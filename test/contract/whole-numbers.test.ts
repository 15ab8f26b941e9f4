import { ConfigMap, defineAddon, defineInfra, FluxApp, FluxCluster, FluxspanError } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeInput, exampleOf } from '../../src/contract/index.js';
import { addon, clusterOf } from '../support/synthesize.js';

const schemaOf = (schema: z.core.$ZodType) => describeInput(schema, 'vars', 'vars.TF_A', () => {}).schema;

describe('a whole number in the contract', () => {
  it.each([
    [z.int(), { type: 'integer' }],
    [z.number().int(), { type: 'integer' }],
    [z.int().min(1).max(65535), { type: 'integer', minimum: 1, maximum: 65535 }],
    [z.number().min(-1.5).max(3).max(2), { type: 'number', minimum: -1.5, maximum: 2 }],
  ])('is an integer with its bounds: %#', (schema, expected) => {
    expect(schemaOf(schema)).toEqual(expected);
  });

  it('has an example within its bounds', () => {
    expect(exampleOf(schemaOf(z.int()))).toBe(1);
    expect(exampleOf(schemaOf(z.int().min(80).max(90)))).toBe(80);
    expect(exampleOf(schemaOf(z.int().max(-2)))).toBe(-2);
    expect(exampleOf(schemaOf(z.number().max(0.5)))).toBe(0.5);
  });

  it('takes a default only within its bounds', () => {
    const problems: string[] = [];
    for (const schema of [z.int().default(2.5), z.int().max(9).default(10), z.int().max(9).default(9)]) {
      describeInput(schema, 'vars', 'vars.TF_A', ({ code }) => problems.push(code));
    }
    expect(problems).toEqual(['FX103', 'FX103']);
  });
});

describe('a var that two addons declare', () => {
  const reader = (name: string, schema: z.ZodType) =>
    addon(name, {
      infra: { vars: { TF_PORT: schema } },
      build: (scope, { vars }) => {
        new ConfigMap(scope, 'data', { data: { port: String(vars['TF_PORT']) } });
      },
    });
  const merged = (a: z.ZodType, b: z.ZodType) => {
    const { contract, diagnostics } = synthCluster(clusterOf({ all: [reader('one', a), reader('two', b)] }));
    return { schema: contract.vars['TF_PORT']?.schema, codes: diagnostics.map(({ code }) => code) };
  };

  it('is whole if it is for one of them, and within the bounds of both', () => {
    expect(merged(z.number().min(1), z.int().max(9))).toEqual({
      schema: { type: 'integer', minimum: 1, maximum: 9 },
      codes: [],
    });
    expect(merged(z.literal([1, 1.5]), z.int()).schema).toEqual({ type: 'integer', enum: [1] });
  });

  it('is a conflict where no number fits both', () => {
    expect(merged(z.int().max(3), z.int().min(4)).codes).toEqual(['FX205']);
  });
});

it('2.5 is refused by defineInfra, and 8080 taken', () => {
  const web = defineAddon({
    name: 'web',
    namespace: 'default',
    infra: { vars: { TF_PORT: z.int() } },
    build(scope, { vars }) {
      new ConfigMap(scope, 'data', { data: { port: `${vars.TF_PORT}` } });
    },
  });
  const dev = new FluxCluster(new FluxApp(), 'dev').stage('web', [web()]);
  expect(defineInfra(dev, { vars: { TF_PORT: 8080 }, values: {}, secrets: {} })).toBeDefined();
  expect(() => defineInfra(dev, { vars: { TF_PORT: 2.5 }, values: {}, secrets: {} })).toThrow(FluxspanError);
  expect(() => defineInfra(dev, { vars: { TF_PORT: 2.5 }, values: {}, secrets: {} })).toThrow('give a whole number');
});
