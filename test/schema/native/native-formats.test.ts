import { expect, it } from 'vitest';
import { nativeFormats } from '../../../src/schema/native/native-formats.js';

it.each<[format: string, good: readonly string[], bad: readonly string[]]>([
  ['k8s-short-name', ['a', 'a-1', 'x'.repeat(63)], ['A', '-a', 'a-', 'a.b', 'x'.repeat(64)]],
  ['k8s-long-name', ['a.b-1', '1'], ['a..b', 'a_b', 'x'.repeat(254)]],
  ['k8s-long-name-prefix', ['a', 'a-', 'A-', 'a.b-'], ['-', 'A', 'a.']],
  ['k8s-long-name-caseless', ['Secrets.CSI.io'], ['a_b']],
  ['k8s-label-key', ['a', 'A_b.c', 'example.org/a'], ['', '/a', 'a/', 'a/b/c', 'Example.org/a', `a/${'x'.repeat(64)}`]],
  ['k8s-label-value', ['', 'a', 'A_b.c'], ['-a', 'a b', 'x'.repeat(64)]],
  ['iana-service-name', ['http', 'h2c-8080', 'a'.repeat(15)], ['8080', 'a--b', '-a', 'HTTP', 'a'.repeat(16)]],
  ['env-var-name', ['A', 'a.b-c d', '1'], ['A=B', 'ä', '']],
  ['config-map-key', ['.a', 'a.b', 'A_b-c'], ['.', '..', '..a', 'a b', 'x'.repeat(254)]],
  ['dns-search', ['.', 'svc.cluster.local.', '_tcp.example.org'], ['a b', '']],
  ['ip-address', ['10.0.0.1', '010.0.0.01', '::1', '::ffff:10.0.0.1'], ['a', '10.0.0', 'fe80::1%eth0']],
  ['percentage-to-100', ['0%', '100%', '007%'], ['101%', '5', '%']],
  ['relative-path', ['a/b', '..a', ''], ['/a', 'a/../b', '..']],
  ['volume-path', ['a/b', 'a..b'], ['/a', '..a', 'a/..']],
  ['domain-path', ['example.org/a', 'example.org/a/b'], ['a', 'Example.org/a', '/a', 'example.org/']],
])('%s', (format, good, bad) => {
  const takes = nativeFormats[format]!;
  expect(good.filter((text) => !takes(text))).toEqual([]);
  expect(bad.filter(takes)).toEqual([]);
});
