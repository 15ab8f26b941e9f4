import { expect, it } from 'vitest';
import { nanosOf } from '../../../src/schema/native/quantity.js';

it.each<[string | number, bigint | undefined]>([
  ['1', 10n ** 9n],
  [2, 2n * 10n ** 9n],
  ['500m', 5n * 10n ** 8n],
  ['0.5Ki', 512n * 10n ** 9n],
  ['1e3', 10n ** 12n],
  ['1E', 10n ** 27n],
  ['-1Gi', -(2n ** 30n) * 10n ** 9n],
  [' 1 ', 10n ** 9n],
  // Kubernetes keeps billionths, and rounds up.
  ['0.0000000001', 1n],
  ['1Bi', undefined],
  ['', undefined],
  ['1e999999', undefined],
])('%s is %s billionths', (text, nanos) => expect(nanosOf(text)).toBe(nanos));
