import { elementOf } from '../element-of.js';

/** A minimal reader for the TensorFlow Lite flatbuffer: just what a float graph of convolutions needs. */

export interface TfliteTensor {
  shape: number[];
  /** TensorFlow Lite type code: 0 float32, 1 float16, 2 int32. */
  type: number;
  /** Constant content, or null for values computed at run time. */
  data: Float32Array | Int32Array | null;
}

export interface TfliteOperator {
  /** Built-in operator code, or the name of a custom operator. */
  kind: number | string;
  inputs: number[];
  outputs: number[];
  /** Reads the n-th field of the built-in options. */
  option(field: number, type: 'byte' | 'int'): number;
}

export interface TfliteGraph {
  tensors: TfliteTensor[];
  operators: TfliteOperator[];
  inputs: number[];
  outputs: number[];
}

class Flatbuffer {
  readonly view: DataView;
  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  int(at: number): number {
    return this.view.getInt32(at, true);
  }
  /** Absolute position of a table's field, or 0 when the field is absent (the default holds). */
  field(table: number, index: number): number {
    const vtable = table - this.int(table);
    const slot = 4 + index * 2;
    if (slot >= this.view.getUint16(vtable, true)) return 0;
    const offset = this.view.getUint16(vtable + slot, true);
    return offset === 0 ? 0 : table + offset;
  }
  /** Follows a relative offset. */
  follow(at: number): number {
    return at + this.int(at);
  }
  tables(table: number, index: number): number[] {
    const at = this.field(table, index);
    if (at === 0) return [];
    const vector = this.follow(at);
    return Array.from({ length: this.int(vector) }, (_, i) => this.follow(vector + 4 + i * 4));
  }
  ints(table: number, index: number): number[] {
    const at = this.field(table, index);
    if (at === 0) return [];
    const vector = this.follow(at);
    return Array.from({ length: this.int(vector) }, (_, i) => this.int(vector + 4 + i * 4));
  }
  content(table: number, index: number): Uint8Array {
    const at = this.field(table, index);
    if (at === 0) return new Uint8Array(0);
    const vector = this.follow(at);
    return this.bytes.subarray(vector + 4, vector + 4 + this.int(vector));
  }
}

const CUSTOM = 32;

/** Parses the first subgraph of a .tflite file. */
export function readTflite(bytes: Uint8Array): TfliteGraph {
  const fb = new Flatbuffer(bytes);
  const model = fb.int(0);
  const buffers = fb.tables(model, 4);
  const codes = fb.tables(model, 1).map((code) => operatorKind(fb, code));
  const subgraph = elementOf(fb.tables(model, 2), 0);
  return {
    tensors: fb.tables(subgraph, 0).map((t) => readTensor(fb, t, buffers)),
    operators: fb.tables(subgraph, 3).map((o) => readOperator(fb, o, codes)),
    inputs: fb.ints(subgraph, 1),
    outputs: fb.ints(subgraph, 2),
  };
}

function operatorKind(fb: Flatbuffer, code: number): number | string {
  const at = fb.field(code, 3);
  const old = fb.field(code, 0);
  const builtin = Math.max(at ? fb.int(at) : 0, old ? fb.view.getInt8(old) : 0);
  return builtin === CUSTOM ? String.fromCharCode(...fb.content(code, 1)) : builtin;
}

function readTensor(fb: Flatbuffer, table: number, buffers: number[]): TfliteTensor {
  const shape = fb.ints(table, 0);
  const typeAt = fb.field(table, 1);
  const type = typeAt ? fb.view.getInt8(typeAt) : 0;
  const bufferAt = fb.field(table, 2);
  const raw = fb.content(elementOf(buffers, bufferAt ? fb.int(bufferAt) : 0), 0);
  return { shape, type, data: raw.length === 0 ? null : decode(raw, type) };
}

function decode(raw: Uint8Array, type: number): Float32Array | Int32Array {
  const copy = new Uint8Array(raw).buffer;
  if (type === 0) return new Float32Array(copy);
  if (type === 1) return Float32Array.from(new Uint16Array(copy), halfToFloat);
  if (type === 2) return new Int32Array(copy);
  throw new Error(`tensor type ${type} is not read`);
}

/** IEEE 754 half precision to a number. */
export function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function readOperator(fb: Flatbuffer, table: number, codes: (number | string)[]): TfliteOperator {
  const codeAt = fb.field(table, 0);
  const optionsAt = fb.field(table, 4);
  const options = optionsAt ? fb.follow(optionsAt) : 0;
  return {
    kind: elementOf(codes, codeAt ? fb.int(codeAt) : 0),
    inputs: fb.ints(table, 1),
    outputs: fb.ints(table, 2),
    option(field, type) {
      const at = options ? fb.field(options, field) : 0;
      if (at === 0) return 0;
      return type === 'byte' ? fb.view.getInt8(at) : fb.int(at);
    },
  };
}
