/**
 * Money and miles travel as decimal strings and are formatted as such: `Intl.NumberFormat` reads a string
 * exactly, while a JavaScript number would round some cents. The page never adds or multiplies amounts.
 */

const LOCALE = "en-US";
const dollars = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" });
const round = new Intl.NumberFormat(LOCALE, {
  style: "currency",
  currency: "USD",
  trailingZeroDisplay: "stripIfInteger",
});
const distance = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** @param {Intl.NumberFormat} format @param {string} amount */
function formatDecimal(format, amount) {
  return format.format(/** @type {any} */ (amount));
}

/** @param {string} amount for example "$2,891.70" */
export function money(amount) {
  return formatDecimal(dollars, amount);
}

/** @param {string} amount for example "$700", with cents only where there are any */
export function roundMoney(amount) {
  return formatDecimal(round, amount);
}

/** @param {string} amount for example "12.4 mi" */
export function miles(amount) {
  return `${formatDecimal(distance, amount)} mi`;
}

/**
 * What a customer typed as an amount, in the form the server reads; null when it is no amount.
 * @param {string} text for example "$1,200" or "5.5 "
 */
export function readAmount(text) {
  const plain = text.trim().replace(/^\$/, "").replace(/(\d),(?=\d{3}(\D|$))/g, "$1").trim();
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(plain) ? plain : null;
}
