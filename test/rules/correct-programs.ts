import { readdirSync, readFileSync } from 'node:fs';
import { ApiObject } from 'cdk8s';
import type { Diagnostic } from 'fluxspan';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { addon, diagnosticsOf } from '../support/synthesize.js';

/** A program that is right: the objects of an upstream example, and what is in the cluster already. */
export interface CorrectProgram {
  readonly name: string;
  /** The upstream page that the example follows. */
  readonly follows: string;
  readonly objects: readonly Manifest[];
  /** Options of the cluster. */
  readonly cluster?: object;
  /** Codes of warnings and notices that it gets: advice, and what no schema describes. */
  readonly advice?: readonly string[];
  /** Labels of the namespace. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Capabilities that the addon requires. */
  readonly requires?: readonly string[];
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

const folder = new URL('../fixtures/correct/', import.meta.url);

export const correctPrograms: readonly CorrectProgram[] = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .sort()
  .flatMap((file) => parseYamlDocuments(readFileSync(new URL(file, folder), 'utf8')) as unknown as CorrectProgram[]);

/** Runs a program as one addon in the namespace `web`, which it creates. */
export const runProgram = ({
  objects,
  cluster = {},
  requires = [],
  labels = {},
}: CorrectProgram): readonly Diagnostic[] =>
  diagnosticsOf(
    {
      first: [
        addon('web', {
          namespace: 'web',
          createNamespace: true,
          namespaceLabels: labels,
          requires,
          build: (scope) => {
            objects.forEach((manifest, index) => {
              new ApiObject(scope, `object-${index}`, manifest);
            });
          },
        }),
      ],
    },
    { options: cluster },
  );
