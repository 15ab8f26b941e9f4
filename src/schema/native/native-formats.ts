import { isIP } from 'node:net';
import { isCron } from './cron.js';
import { kindFormats, kindFormatWords } from './kind-formats.js';
import { isTimeZone } from './time-zone.js';

const test =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);

const LONG = String.raw`[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*`;
const PART = '[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';

const isLongName = test(new RegExp(`^(?=.{1,253}$)${LONG}$`));
/** A port that is a number in a text is none: a name has a letter. */
const isPortName = test(/^(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/);

/** Go once took leading zeros in IPv4, and IPv4 in IPv6, and does so where clusters may hold such addresses. */
const isLegacyIp = (text: string): boolean => isIP(text.replace(/(^|\.)0+(?=\d)/g, '$1')) !== 0 && !text.includes('%');

const hasBackstep = (text: string): boolean => text.split('/').includes('..');

/**
 * What Kubernetes checks of texts in its own kinds, by the names that its validation has for them where it has one
 * (`+k8s:format`).
 */
export const nativeFormats: Readonly<Record<string, (text: string) => boolean>> = {
  ...kindFormats,
  'k8s-short-name': test(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/),
  'k8s-long-name': isLongName,
  // The start of a name, which something is appended to: what stands before a "-" at the end isn't looked at.
  'k8s-long-name-prefix': (text) => isLongName(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text),
  'k8s-long-name-caseless': (text) => isLongName(text.toLowerCase()),
  'k8s-label-key': test(new RegExp(`^(?:(?=[^/]{1,253}/)${LONG}/)?${PART}$`)),
  'k8s-label-value': test(new RegExp(`^(?:${PART})?$`)),
  'iana-service-name': isPortName,
  // Without "=", as POSIX has it, and printable.
  'env-var-name': test(/^[\x20-\x3c\x3e-\x7e]+$/),
  'config-map-key': (text) => /^[-._a-zA-Z0-9]{1,253}$/.test(text) && text !== '.' && !text.startsWith('..'),
  'http-header-name': test(/^[-A-Za-z0-9]+$/),
  'dns-search': (text) => text === '.' || isLongName(text.replace(/\.$/, '').replaceAll('_', 'a')),
  'ip-address': isLegacyIp,
  sysctl: test(/^(?=.{1,253}$)(?:[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/),
  // Of a quantity of pods: a whole number is a number in YAML, so a text is a percentage.
  percentage: test(/^\d+%$/),
  'percentage-to-100': test(/^(?:0*(?:\d{1,2}|100))%$/),
  'path-without-backsteps': (text) => !hasBackstep(text),
  'relative-path': (text) => !text.startsWith('/') && !hasBackstep(text),
  'volume-path': (text) => !text.startsWith('/') && !text.startsWith('..') && !hasBackstep(text),
  'domain-path': test(new RegExp(`^(?=[^/]{1,253}/)${LONG}/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+$`)),
  cron: isCron,
  'time-zone': isTimeZone,
};

const ENDS = 'a letter or digit at both ends';

/** How to say what a format takes. */
export const nativeFormatWords: Readonly<Record<string, string>> = {
  ...kindFormatWords,
  'k8s-short-name': `lowercase letters, digits and "-", 63 characters at most, ${ENDS}`,
  'k8s-long-name': `lowercase letters, digits, "-" and ".", 253 characters at most, ${ENDS} of each part`,
  'k8s-long-name-prefix': `lowercase letters, digits, "-" and ".", 253 characters at most, ${ENDS} of each part`,
  'k8s-long-name-caseless': `letters, digits, "-" and ".", 253 characters at most, ${ENDS} of each part`,
  'k8s-label-key': `a name of letters, digits, "-", "_" and ".", 63 characters at most, ${ENDS}, with or without a DNS name and "/" before it`,
  'k8s-label-value': `letters, digits, "-", "_" and ".", 63 characters at most, ${ENDS}`,
  'iana-service-name': `a port's name: lowercase letters, digits and single "-", 15 characters at most, at least one letter, ${ENDS}`,
  'env-var-name': 'printable ASCII characters without "="',
  'config-map-key': 'letters, digits, "-", "_" and ".", 253 characters at most, and not ".." at the start',
  'http-header-name': 'letters, digits and "-"',
  'dns-search': 'a DNS name',
  'ip-address': 'an IP address',
  sysctl: 'the name of a sysctl, such as net.core.somaxconn',
  percentage: 'a whole number, or a percentage such as "25%"',
  'percentage-to-100': 'a whole number, or a percentage such as "25%", "100%" at most',
  'path-without-backsteps': 'a path without ".."',
  'relative-path': 'a relative path without ".."',
  'volume-path': 'a relative path that doesn\'t start with "..", and has no ".." in it',
  'domain-path': 'a DNS name, "/" and a path, such as example.org/controller',
  cron: 'five fields (minute, hour, day of month, month, day of week), such as "*/5 * * * *", or @daily and the like; the time zone has a field of its own',
  'time-zone': 'a name of the time zone database, such as Europe/Berlin',
};
