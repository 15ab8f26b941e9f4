import { expect, test } from 'vitest';
import { one, release } from '../rule-programs.js';

const codesOf = (kind: string, valuesKey: string) => {
  const external = [{ kind, namespace: 'default', name: 'given' }];
  const { charts, build } = release({}, { valuesFrom: [{ kind, name: 'given', valuesKey, targetPath: 'ca' }] });
  return one({ charts, build }, { external }).map(({ code }) => code);
};

test('a certificate from a TLS Secret has nothing that helm --set reads', () => {
  expect(codesOf('Secret', 'ca.crt')).toEqual([]);
  expect(codesOf('Secret', 'password')).toEqual(['FX619']);
  expect(codesOf('ConfigMap', 'ca.crt')).toEqual(['FX619']);
});
