import {
  bool,
  bytes,
  type CelType,
  double,
  duration,
  dyn,
  int,
  listType,
  mapType,
  objectType,
  string,
  timestamp,
  uint,
} from './cel-type.js';

/** A message of Protocol Buffers that an expression can make. */
export interface Message {
  readonly fields: ReadonlyMap<string, CelType>;
  /** What it is to CEL; undefined for a value that may be null, of which no more is known here. */
  readonly type: CelType | undefined;
}

const PREFIX = 'google.protobuf.';

const message = (fields: Readonly<Record<string, CelType>>, type?: CelType): Message => ({
  fields: new Map(Object.entries(fields)),
  type,
});
const wrapper = (value: CelType): Message => message({ value });
const time = (type: CelType): Message => message({ seconds: int, nanos: int }, type);
const struct = mapType(string, dyn);
const list = listType(dyn);

/** https://github.com/google/cel-spec/blob/master/doc/langdef.md#dynamic-values: those that each CEL environment has. */
const messages: Readonly<Record<string, Message>> = {
  Any: message({ type_url: string, value: bytes }, dyn),
  BoolValue: wrapper(bool),
  BytesValue: wrapper(bytes),
  DoubleValue: wrapper(double),
  Duration: time(duration),
  Empty: message({}, objectType(`${PREFIX}Empty`, 'an empty message')),
  FloatValue: wrapper(double),
  Int32Value: wrapper(int),
  Int64Value: wrapper(int),
  ListValue: message({ values: list }, list),
  StringValue: wrapper(string),
  Struct: message({ fields: struct }, struct),
  Timestamp: time(timestamp),
  UInt32Value: wrapper(uint),
  UInt64Value: wrapper(uint),
  Value: message(
    {
      null_value: dyn,
      number_value: double,
      string_value: string,
      bool_value: bool,
      struct_value: struct,
      list_value: list,
    },
    dyn,
  ),
};

/** The message of a name such as `google.protobuf.Timestamp`; undefined where there is none. */
export const findMessage = (name: string): Message | undefined => {
  const short = name.slice(PREFIX.length);
  return name.startsWith(PREFIX) && Object.hasOwn(messages, short) ? messages[short] : undefined;
};

/** Whether a name is one of Protocol Buffers' own. */
export const isOfProtobuf = (name: string): boolean => /^google\.protobuf\.[A-Z]\w*(\.\w+)?$/.test(name);

/** The one value of an enum that expressions know. */
export const NULL_VALUE = `${PREFIX}NullValue.NULL_VALUE`;
