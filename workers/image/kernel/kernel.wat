;; The inner loops of `resizeOpaque`, in SIMD: RGBA rows to a row of sums, a row of sums to RGBA. `npm run kernel` assembles this file.
(module
  (import "env" "memory" (memory 1))

  ;; Sums up `$pairs` pairs of rows from `$rows` on, `$stride` bytes each, into `$sums`: a float32 for each byte of a row. A weight
  ;; is an int16, and `$weights` has two for each pair. Works on 16 bytes at a time: reads and writes beyond the end of a row.
  (func (export "sumRows")
    (param $rows i32) (param $stride i32) (param $weights i32) (param $pairs i32) (param $sums i32)
    (local $end i32) (local $row i32) (local $weight i32) (local $left i32)
    (local $a v128) (local $b v128) (local $both v128) (local $w v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local.set $end (i32.add (local.get $rows) (local.get $stride)))
    (loop $bytes
      (local.set $sum0 (v128.const i32x4 0 0 0 0))
      (local.set $sum1 (v128.const i32x4 0 0 0 0))
      (local.set $sum2 (v128.const i32x4 0 0 0 0))
      (local.set $sum3 (v128.const i32x4 0 0 0 0))
      (local.set $row (local.get $rows))
      (local.set $weight (local.get $weights))
      (local.set $left (local.get $pairs))
      (loop $taps
        (local.set $a (v128.load (local.get $row)))
        (local.set $b (v128.load (i32.add (local.get $row) (local.get $stride))))
        (local.set $w (v128.load32_splat (local.get $weight)))
        (local.set $both
          (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $a) (local.get $b)))
        (local.set $sum0 (i32x4.add (local.get $sum0)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $w))))
        (local.set $sum1 (i32x4.add (local.get $sum1)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $w))))
        (local.set $both
          (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $a) (local.get $b)))
        (local.set $sum2 (i32x4.add (local.get $sum2)
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $both)) (local.get $w))))
        (local.set $sum3 (i32x4.add (local.get $sum3)
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $both)) (local.get $w))))
        (local.set $row
          (i32.add (local.get $row) (i32.shl (local.get $stride) (i32.const 1))))
        (local.set $weight (i32.add (local.get $weight) (i32.const 4)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $taps (local.get $left)))
      (v128.store (local.get $sums) (f32x4.convert_i32x4_s (local.get $sum0)))
      (v128.store offset=16 (local.get $sums) (f32x4.convert_i32x4_s (local.get $sum1)))
      (v128.store offset=32 (local.get $sums) (f32x4.convert_i32x4_s (local.get $sum2)))
      (v128.store offset=48 (local.get $sums) (f32x4.convert_i32x4_s (local.get $sum3)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (br_if $bytes (i32.lt_u (local.get $rows) (local.get $end)))))

  ;; Writes `$count` pixels to `$out`: each sums up `$taps` of the pixels in `$sums`, four float32 each, by its float32 weights. Where
  ;; each begins, in bytes of `$sums`, is in `$starts`.
  (func (export "sumColumns")
    (param $sums i32) (param $starts i32) (param $weights i32) (param $taps i32) (param $out i32) (param $count i32)
    (local $pixel i32) (local $left i32) (local $sum v128) (local $ints v128)
    (loop $pixels
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $pixel (i32.add (local.get $sums) (i32.load (local.get $starts))))
      (local.set $left (local.get $taps))
      (loop $each
        (local.set $sum (f32x4.add (local.get $sum)
          (f32x4.mul (v128.load (local.get $pixel)) (v128.load32_splat (local.get $weights)))))
        (local.set $pixel (i32.add (local.get $pixel) (i32.const 16)))
        (local.set $weights (i32.add (local.get $weights) (i32.const 4)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br_if $each (local.get $left)))
      (local.set $ints (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $sum))))
      (local.set $ints (i16x8.narrow_i32x4_s (local.get $ints) (local.get $ints)))
      (v128.store32_lane 0 (local.get $out) (i8x16.narrow_i16x8_u (local.get $ints) (local.get $ints)))
      (local.set $starts (i32.add (local.get $starts) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $pixels (local.get $count)))))
