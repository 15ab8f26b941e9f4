import type { z } from 'zod';
import {
  awsAccountId,
  awsRegion,
  cidr,
  describeInput,
  email,
  hostname,
  type JsonSchema,
  vpcId,
} from '../contract/index.js';
import { parseYaml } from '../yaml/parse-yaml.js';

/** The type of a var in code, and a value of that type. */
export interface VarType {
  /** `hostname()`, `z.int()`. */
  readonly code: string;
  /** What the code imports from fluxspan; `z` comes from zod. */
  readonly imports: readonly string[];
  readonly sample: string;
  /** The same as the contract carries it. */
  readonly schema: JsonSchema;
}

export interface VarFacts {
  readonly name: string;
  /** The value, if the repository has it. */
  readonly value: string | undefined;
  /** The types of the fields that it fills alone: `integer`, `boolean`, `string`; empty if none is known. */
  readonly fields: readonly string[];
  /** It is always a whole value, and never a part of a text. */
  readonly isWhole: boolean;
}

const PLAIN = {
  'z.boolean()': { sample: 'true', schema: { type: 'boolean' } },
  'z.int()': { sample: '3', schema: { type: 'integer' } },
  'z.number()': { sample: '1.5', schema: { type: 'number' } },
  'z.string()': { sample: 'some-text', schema: { type: 'string' } },
} as const satisfies Readonly<Record<string, Pick<VarType, 'sample' | 'schema'>>>;

const plain = (code: keyof typeof PLAIN): VarType => ({ code, imports: [], ...PLAIN[code] });

/** Ready-made inputs, by names that are a habit. The value must fit the pattern of the input. */
const BY_NAME = [
  [/(?:^|_)(?:HOST|HOSTNAME|DOMAIN|DOMAIN_NAME|FQDN)$/i, 'hostname', hostname, 'app.example.org'],
  [/(?:^|_)EMAIL$/i, 'email', email, 'ops@example.org'],
  [/(?:^|_)CIDR$/i, 'cidr', cidr, '10.0.0.0/16'],
  [/(?:^|_)VPC_ID$/i, 'vpcId', vpcId, 'vpc-0123456789abcdef0'],
  [/AWS_REGION$/i, 'awsRegion', awsRegion, 'eu-west-1'],
  [/AWS_ACCOUNT(?:_ID)?$/i, 'awsAccountId', awsAccountId, '123456789012'],
] as const;

/** The type of a var, by its value, where it is used, and its name. */
export const inferVar = ({ name, value, fields, isWhole }: VarFacts): VarType => {
  const read = value === undefined ? undefined : tryScalar(value);
  const isTextField = fields.includes('string');
  if (isWhole && !isTextField) {
    if (typeof read === 'boolean' || (read === undefined && fields.includes('boolean'))) return plain('z.boolean()');
    const isWholeNumber = typeof read === 'number' ? Number.isInteger(read) : fields.includes('integer');
    if (isWholeNumber && (read === undefined || String(read) === value)) return plain('z.int()');
    if (typeof read === 'number' && String(read) === value) return plain('z.number()');
    if (read === undefined && fields.includes('number')) return plain('z.number()');
    if (read === undefined && fields.length === 0) {
      if (/(?:^|_)(?:REPLICAS|COUNT|PORT)$/i.test(name)) return plain('z.int()');
      if (/(?:^|_)ENABLED$/i.test(name)) return plain('z.boolean()');
    }
  }
  for (const [pattern, input, make, sample] of BY_NAME) {
    if (pattern.test(name) && (value === undefined || make().safeParse(value).success))
      return { code: `${input}()`, imports: [input], sample, schema: schemaOf(make()) };
  }
  return plain('z.string()');
};

const schemaOf = (input: z.ZodType): JsonSchema => describeInput(input, 'vars', '', () => {}).schema;

const tryScalar = (value: string): unknown => {
  try {
    return parseYaml(value);
  } catch {
    return value;
  }
};
