import { describe, expect, it } from 'vitest';
import type { CrdKind, NamingPlace, OpenApi } from '../../src/kinds/crd-kind.js';
import { printKinds } from '../../src/kinds/print-kinds.js';
import { runTsc } from '../charts/run-tsc.js';

const text: OpenApi = { type: 'string' };
const kind = (
  name: string,
  spec: OpenApi,
  rest: Partial<CrdKind> = {},
  fields: OpenApi['properties'] = {},
): CrdKind => ({
  group: 'example.org',
  kind: name,
  scope: 'Namespaced',
  versions: [{ name: 'v1', schema: { type: 'object', properties: { spec, ...fields } } }],
  ...rest,
});
const print = (
  kinds: readonly CrdKind[],
  naming: readonly NamingPlace[] = [],
  onHiddenField?: (kind: string, field: string) => void,
) =>
  printKinds(kinds, {
    header: ['Of a test.'],
    from: 'fluxspan',
    naming: new Map([['example.org/Widget', naming]]),
    durations: new Set(['validity']),
    ...(onHiddenField === undefined ? {} : { onHiddenField }),
  });
/** The lines of an interface's fields. */
const fieldsOf = (module: string, name: string): readonly string[] =>
  (module.split(`export interface ${name} {\n`)[1] ?? '')
    .split('\n}')[0]!
    .split('\n')
    .map((line) => line.trim());

describe('printKinds', () => {
  it('prints a class, its props and its types', () => {
    const spec: OpenApi = {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer' }, on: { type: 'boolean' } },
    };
    expect(print([kind('Widget', spec)])).toMatchInlineSnapshot(`
      "// Of a test.
      import type { Construct } from 'constructs';
      import { Manifest, type NamespacedProps, type Ref } from 'fluxspan';

      /** Widget of example.org/v1. */
      export class Widget extends Manifest {
        static readonly kind = {
          apiVersion: 'example.org/v1',
          kind: 'Widget',
          scope: 'Namespaced',
        } as const;
        declare readonly kind: 'Widget';

        constructor(scope: Construct, id: string, props: WidgetProps) {
          super(scope, id, Widget.kind, props);
        }
      }

      export interface WidgetProps extends NamespacedProps {
        readonly spec: WidgetSpec;
      }

      export interface WidgetSpec {
        readonly size: number | Ref<number>;
        readonly on?: boolean | Ref<boolean>;
      }
      "
    `);
  });

  it('keeps the names of what a module imports and of other classes, and imports what it uses', () => {
    const spec: OpenApi = {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer' },
        record: {
          type: 'object',
          properties: { a: { ...text, description: 'Of a Duration, an ObjectRef.' }, b: text },
        },
        list: { type: 'array', items: { type: 'object', properties: { a: text, ReferenceFields: text } } },
      },
    };
    const two = ['v1', 'v1beta1'].map((name) => ({
      name,
      schema: { type: 'object', properties: { spec } },
    }));
    const odd = [
      'Manifest',
      'Construct',
      'Ref',
      'ObjectProps',
      'NamespacedProps',
      'Duration',
      'class',
      'string',
      'Object',
    ];
    const others = ['Array', 'Record', 'String', 'Error', 'Widget', 'WidgetProps', 'WidgetV1Beta1', 'WidgetSpec'];
    const renamed: Record<string, string> = {};
    const module = printKinds(
      [...odd, ...others].map((name) => kind(name, spec, name === 'Widget' ? { versions: two } : {})),
      {
        header: ['Of a test.'],
        from: '../../src/constructs/generated.js',
        naming: new Map(),
        durations: new Set(),
        onOtherName: (from, to) => (renamed[from] = to),
      },
    );
    expect(renamed).toEqual({
      Construct: 'ConstructV1',
      Duration: 'DurationV1',
      Manifest: 'ManifestV1',
      NamespacedProps: 'NamespacedPropsV1',
      // Its props would be ObjectProps.
      Object: 'ObjectV1',
      ObjectProps: 'ObjectPropsV1',
      Ref: 'RefV1',
      WidgetProps: 'WidgetPropsV1',
      class: 'classV1',
      string: 'stringV1',
    });
    expect(module).toContain('export class WidgetV1Beta1_2 extends Manifest {');
    const use = `import type { Construct } from 'constructs';
import { ManifestV1, type WidgetProps, WidgetPropsV1 } from './module.js';
export const make = (scope: Construct) => [
  new ManifestV1(scope, 'a', { spec: { size: 1 } }),
  new WidgetPropsV1(scope, 'b', { spec: { size: 1 } }),
];
export const props: WidgetProps = { spec: { size: 1 } };
`;
    const errors = runTsc({ 'module.ts': module, 'use.ts': use });
    // The sources that the module imports are compiled under other settings.
    expect(errors.filter(({ file }) => !file.startsWith('..'))).toEqual([]);
  });

  it('has types for what schemas say', () => {
    const properties: Readonly<Record<string, OpenApi>> = {
      mode: { ...text, enum: ['a', "it's"] },
      port: { 'x-kubernetes-int-or-string': true },
      interval: { ...text, pattern: '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$' },
      expires: { ...text, pattern: '^(([0-9]+(s|m|h))+|Never)$' },
      retention: { ...text, pattern: '^(0|(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?)$' },
      validity: text,
      timeout: { ...text, format: 'duration' },
      until: { ...text, format: 'date-time' },
      host: { ...text, pattern: '^[a-z0-9.]*$' },
      list: { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
      labels: { type: 'object', additionalProperties: text },
      object: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      anything: { 'x-kubernetes-preserve-unknown-fields': true },
      'a-b': text,
      filled: { ...text, default: 'x' },
      none: { ...text, nullable: true },
    };
    const module = print([kind('Widget', { type: 'object', properties, required: ['filled', 'host'] })]);
    expect(fieldsOf(module, 'WidgetSpec')).toEqual([
      `readonly mode?: 'a' | "it's";`,
      'readonly port?: number | string | Ref<number>;',
      'readonly interval?: Duration;',
      "readonly expires?: Duration | 'Never';",
      "readonly retention?: LongDuration | '0';",
      "readonly validity?: Duration | '0';",
      "readonly timeout?: Duration | '0';",
      'readonly until?: string;',
      'readonly host: string;',
      'readonly list?: readonly (number | string | Ref<number>)[];',
      'readonly labels?: { readonly [key: string]: string };',
      'readonly object?: { readonly [key: string]: unknown };',
      'readonly anything?: unknown;',
      "readonly 'a-b'?: string;",
      'readonly filled?: string;',
      'readonly none?: string | null;',
    ]);
  });

  it('takes objects where the table says that one is named, and by convention for Secrets', () => {
    const ref: OpenApi = { type: 'object', required: ['name'], properties: { kind: text, name: text, group: text } };
    const keyed: OpenApi = { type: 'object', required: ['name', 'key'], properties: { name: text, key: text } };
    const properties = { issuerRef: ref, className: text, passwordSecretRef: keyed };
    const module = print(
      [kind('Widget', { type: 'object', properties })],
      [
        { at: 'spec.issuerRef', kinds: ['example.org/Issuer'], name: 'name' },
        { at: 'spec.className', kinds: ['example.org/Class'], name: 'name' },
      ],
    );
    expect(fieldsOf(module, 'WidgetSpec')).toEqual([
      "readonly issuerRef?: WidgetSpecIssuerRef | ObjectRef<'Issuer'>;",
      "readonly className?: string | ObjectRef<'Class'>;",
      'readonly passwordSecretRef?: WidgetSpecPasswordSecretRef;',
    ]);
    expect(module).toContain('export interface WidgetSpecIssuerRef extends ReferenceFields {');
    expect(fieldsOf(module, 'WidgetSpecPasswordSecretRef')).toEqual([
      'readonly name: string | SecretObject;',
      'readonly key: string;',
    ]);
    expect(module).toContain("['spec.issuerRef', ['name', 'kind'], ['example.org/Issuer']],");
    expect(module).toContain("['spec.className', [], ['example.org/Class']],");
  });

  it('prints once what occurs in several places, under as little of its path as is its own', () => {
    const inner: OpenApi = { type: 'object', properties: { a: text, b: text } };
    const spec = (more: string): OpenApi => ({
      type: 'object',
      properties: { left: inner, Widget: { type: 'object', properties: { right: inner, [more]: text } } },
    });
    const module = print([kind('Widget', spec('x')), kind('Gadget', spec('y'))]);
    expect(module.match(/^export interface \w+/gm)).toEqual([
      'export interface GadgetProps',
      'export interface WidgetProps',
      'export interface Left',
      'export interface GadgetSpecWidget',
      'export interface GadgetSpec',
      'export interface WidgetSpecWidget',
      'export interface WidgetSpec',
    ]);
  });

  it('gives each served version a class, the newest under the name of the kind', () => {
    const schema: OpenApi = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: text, b: text } } },
    };
    const versions = ['v1beta1', 'v1', 'v1alpha2'].map((name) => ({ name, schema }));
    const module = print([kind('Widget', {}, { versions, scope: 'Cluster' })]);
    expect(module.match(/^export class \w+|apiVersion: .*/gm)).toEqual([
      'export class Widget',
      "apiVersion: 'example.org/v1',",
      'export class WidgetV1Beta1',
      "apiVersion: 'example.org/v1beta1',",
      'export class WidgetV1Alpha2',
      "apiVersion: 'example.org/v1alpha2',",
    ]);
    expect(module.match(/spec\?: .*/g)).toEqual(['spec?: WidgetSpec;', 'spec?: WidgetSpec;', 'spec?: WidgetSpec;']);
  });

  it('tells of fields that a prop of every class hides, and keeps descriptions', () => {
    const hidden: string[] = [];
    const spec: OpenApi = {
      type: 'object',
      properties: { a: { ...text, description: 'Ends */ here.\nAnd goes on.' } },
    };
    const module = print([kind('Widget', spec, {}, { labels: text, data: text })], [], (...one) =>
      hidden.push(one.join('.')),
    );
    expect(hidden).toEqual(['Widget.labels']);
    expect(fieldsOf(module, 'WidgetProps extends NamespacedProps')).toEqual([
      'readonly spec?: WidgetSpec;',
      'readonly data?: string;',
    ]);
    expect(fieldsOf(module, 'WidgetSpec')).toEqual([
      '/**',
      '* Ends * / here.',
      '* And goes on.',
      '*/',
      'readonly a?: string;',
    ]);
  });
});
