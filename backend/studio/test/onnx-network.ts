/** An attribute of an operator: one whole number, or a list of them. */
type Attribute = number | readonly number[];

interface Operator {
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
}

/** A size that is fixed, or the name of one that is not. */
type Dimension = number | string;

interface Value {
  name: string;
  shape: readonly Dimension[];
  /** ONNX's number of the element's type; float32 without it. */
  type?: number;
}

interface Weights {
  name: string;
  shape: readonly number[];
  data: ArrayLike<number>;
}

/** A network as small as a test needs it. */
export interface Network {
  operators: readonly Operator[];
  inputs: readonly Value[];
  outputs: readonly Value[];
  weights?: readonly Weights[];
}

/** ONNX's numbers of element types. */
export const FLOAT32 = 1;
export const UINT8 = 2;

/** The file of a network: ONNX's protocol buffers (onnx.proto), of which tests need a few fields. */
export function onnxFile({ operators, inputs, outputs, weights = [] }: Network): Uint8Array {
  const graph = message(
    ...operators.map((operator) => bytes(1, operatorOf(operator))),
    text(2, 'test'),
    ...weights.map(({ name, shape, data }) =>
      bytes(
        5,
        message(
          ...shape.map((size) => number(1, size)),
          number(2, FLOAT32),
          text(8, name),
          bytes(9, new Uint8Array(Float32Array.from(data).buffer)),
        ),
      ),
    ),
    ...inputs.map((value) => bytes(11, valueOf(value))),
    ...outputs.map((value) => bytes(12, valueOf(value))),
  );
  return message(number(1, 8), text(2, 'bildnis-test'), bytes(7, graph), bytes(8, message(text(1, ''), number(2, 13))));
}

const INT = 2;
const INTS = 7;

function operatorOf({ type, inputs, outputs, attributes = {} }: Operator): Uint8Array {
  return message(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map(([name, value]) =>
      bytes(
        5,
        typeof value === 'number'
          ? message(text(1, name), number(3, value), number(20, INT))
          : message(text(1, name), ...value.map((one) => number(8, one)), number(20, INTS)),
      ),
    ),
  );
}

function valueOf({ name, shape, type = FLOAT32 }: Value): Uint8Array {
  const sizes = shape.map((size) =>
    bytes(1, typeof size === 'number' ? message(number(1, size)) : message(text(2, size))),
  );
  return message(text(1, name), bytes(2, message(bytes(1, message(number(1, type), bytes(2, message(...sizes)))))));
}

const message = (...fields: Uint8Array[]): Uint8Array => Buffer.concat(fields);
const number = (field: number, value: number): Uint8Array => Buffer.from([...varint(field << 3), ...varint(value)]);
const text = (field: number, value: string): Uint8Array => bytes(field, Buffer.from(value));
const bytes = (field: number, value: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(value.length)]), value]);

function varint(value: number): number[] {
  const out: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) out.push((value % 128) | 128);
  return [...out, value];
}

/** Weights by which what is not green becomes 1 and what is as green as (0, 192, 64) becomes 0, of channels from −1 to 1. */
const NOT_GREEN = [0.4, -0.8, 0.4];

/**
 * A network that takes what is not green for the person: the exact mask before a green wall.
 * @param size height and width, or their names
 * @param layout whether the channels come before or after the rows
 */
export function greenWallNetwork(
  size: readonly [Dimension, Dimension] = ['height', 'width'],
  layout: 'NCHW' | 'NHWC' = 'NCHW',
): Network {
  const isFirst = layout === 'NCHW';
  return {
    operators: [
      { type: isFirst ? 'Conv' : 'MatMul', inputs: ['picture', 'weights'], outputs: ['green'] },
      { type: 'Add', inputs: ['green', 'one'], outputs: ['sum'] },
      { type: 'Clip', inputs: ['sum', 'zero', 'one'], outputs: ['alpha'] },
    ],
    inputs: [{ name: 'picture', shape: isFirst ? [1, 3, ...size] : [1, ...size, 3] }],
    outputs: [{ name: 'alpha', shape: isFirst ? [1, 1, ...size] : [1, ...size, 1] }],
    weights: [
      { name: 'weights', shape: isFirst ? [1, 3, 1, 1] : [3, 1], data: NOT_GREEN },
      { name: 'zero', shape: [], data: [0] },
      { name: 'one', shape: [], data: [1] },
    ],
  };
}
