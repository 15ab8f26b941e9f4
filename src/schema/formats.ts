import { isIP } from 'node:net';
import { parseCidr } from './ip.js';

const test =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

/** https://go.dev/ref/spec has no grammar of it: `1h30m`, `-1.5s`, `300ms`, and a bare `0`. */
export const isGoDuration = test(/^[-+]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/);

/** RFC 3339, as the API server reads it: a `T` or `t`, a zone, a day that the calendar has. */
export const isDateTime = (text: string): boolean => {
  const found = /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[-+]\d\d:?\d\d)$/.exec(
    text,
  );
  return found !== null && isDay(Number(found[1]), Number(found[2]), Number(found[3]));
};

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

const isUri = (text: string): boolean => {
  if (text.startsWith('/')) return true;
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
};

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity */
export const isQuantity = test(/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+|[numkMGTPE]|[KMGTPE]i)?$/);

/**
 * The formats that the API server checks; any other says nothing.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  byte: test(/^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  cidr: (text) => parseCidr(text) !== undefined,
  date: (text) => {
    const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
    return found !== null && isDay(Number(found[1]), Number(found[2]), Number(found[3]));
  },
  'date-time': isDateTime,
  datetime: isDateTime,
  duration: isGoDuration,
  email: test(/^[^\s@<>]+@[^\s@<>]+$/),
  hostname: test(
    /^(?=.{1,255}$)[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*\.?$/,
  ),
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  mac: test(
    /^(?:[0-9a-fA-F]{2}[:-]){5}(?:[0-9a-fA-F]{2})(?:(?:[:-][0-9a-fA-F]{2}){2})?$|^(?:[0-9a-fA-F]{4}\.){2,3}[0-9a-fA-F]{4}$/,
  ),
  // Go's decoder takes blanks around it.
  quantity: (text) => isQuantity(text.trim()),
  uri: isUri,
  uuid: test(/^[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}$/),
};

/** How to say what a format takes. */
export const formatWords: Readonly<Record<string, string>> = {
  byte: 'base64',
  cidr: 'a CIDR such as 10.0.0.0/16',
  date: 'a date such as 2026-01-31',
  'date-time': 'a time such as 2026-01-31T12:00:00Z',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  duration: 'a duration such as 1h30m',
  email: 'an e-mail address',
  hostname: 'a host name',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  mac: 'a MAC address',
  quantity: 'a quantity such as 500m, 1Gi or 2',
  uri: 'a URI',
  uuid: 'a UUID',
};
