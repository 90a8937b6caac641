export { AppError, ERROR_CODES, ERROR_STATUS, type ErrorCode, type FieldError } from './codes.js';
