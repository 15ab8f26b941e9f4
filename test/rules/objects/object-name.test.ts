import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap } from 'fluxspan';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { diagnosticsOfAddon } from '../../support/synthesize.js';

const refused = (name: string, annotations: Readonly<Record<string, string>> = {}) =>
  diagnosticsOfAddon({
    infra: { vars: { TF_COLOUR: z.enum(['blue', 'green']) } },
    build: (scope) => {
      new ConfigMap(scope, 'named', { name, annotations });
      new ConfigMap(scope, 'reader', { name: 'reader', data: { a: '${TF_COLOUR}' } });
    },
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);

it('a name with a var is known only in the cluster', () => {
  expect(refused('web-${TF_COLOUR}')).toEqual([]);
});

it('the same name is refused where Flux leaves the object alone', () => {
  expect(refused('web-${TF_COLOUR}', { 'kustomize.toolkit.fluxcd.io/substitute': 'disabled' })).toEqual([
    'FX303 Kubernetes refuses the name "web-${TF_COLOUR}" for a ConfigMap',
  ]);
});

it('is named with the right article', () => {
  const build = (scope: Construct) =>
    void new ApiObject(scope, 'x', {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'Web_1' },
      spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
    } as never);
  expect(diagnosticsOfAddon({ build }).map(({ message }) => message)).toContain(
    'Kubernetes refuses the name "Web_1" for an Ingress',
  );
});
