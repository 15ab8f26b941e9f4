import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stripCrd } from '../../src/kinds/strip-crd.js';
import { parseYamlDocuments } from '../../src/yaml/parse-yaml.js';
import { root } from '../support/root.js';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'things.example.k8s.io',
    annotations: { 'api-approved.kubernetes.io': 'https://example.org/pull/1', 'controller-gen': 'v1' },
  },
  spec: {
    group: 'example.k8s.io',
    names: { kind: 'Thing', plural: 'things' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            description: 'text',
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { description: { type: 'string', description: 'text' } } },
              status: { type: 'object', properties: { ready: { type: 'boolean' } } },
            },
          },
        },
      },
      { name: 'v1alpha1', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
};

describe('stripCrd', () => {
  it('keeps facts: the approval of a group, served versions, fields; no prose, no status', () => {
    expect(stripCrd(crd)).toEqual({
      ...crd,
      metadata: {
        name: 'things.example.k8s.io',
        annotations: { 'api-approved.kubernetes.io': 'https://example.org/pull/1' },
      },
      spec: {
        ...crd.spec,
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: { type: 'object', properties: { description: { type: 'string' } } },
                  status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
            },
          },
        ],
      },
    });
  });
});

describe('the CRDs in schemas/crds', () => {
  const folder = join(root, 'schemas/crds');
  const crds = readdirSync(folder).flatMap((file) => parseYamlDocuments(readFileSync(join(folder, file), 'utf8')));

  it('of a group that Kubernetes protects say who approved them, or the API server refuses them', () => {
    const bare = crds.flatMap((one) => {
      const { metadata, spec } = one as {
        metadata: { name: string; annotations?: Record<string, string> };
        spec: { group: string };
      };
      const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(spec.group);
      return isProtected && metadata.annotations?.['api-approved.kubernetes.io'] === undefined ? [metadata.name] : [];
    });
    expect(crds.length).toBeGreaterThan(50);
    expect(bare).toEqual([]);
  });
});
