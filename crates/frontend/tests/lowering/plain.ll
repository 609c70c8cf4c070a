; Without debug info, and what clang does not make itself.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, ptr }
@packed = constant <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>
@difference = constant i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
@same = constant i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 12) to i64), i64 ptrtoint (ptr @a to i64))
@half = constant i32 ptrtoint (ptr @a to i32)
@a = global [4 x i32] zeroinitializer
@b = external global i32

define <8 x i1> @load_packed(ptr %p) {
  %v = load <8 x i1>, ptr %p
  ret <8 x i1> %v
}
define void @store_packed(ptr %p, <4 x i1> %v) {
  store <4 x i1> %v, ptr %p
  ret void
}
define i1 @truth(ptr %p) {
  %v = load i1, ptr %p
  store i1 true, ptr %p
  ret i1 %v
}
define i32 @members(%pair %p, i32 %x) {
  %q = insertvalue %pair %p, i32 %x, 0
  %r = extractvalue %pair %q, 0
  ret i32 %r
}
define %pair @load_pair(ptr %p) {
  %v = load %pair, ptr %p, align 8
  ret %pair %v
}
define ptr @mask(ptr %p) {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  ret ptr %q
}
define i32 @va(ptr %list) {
  %v = va_arg ptr %list, i32
  ret i32 %v
}
define i32 @unwinds(ptr %p) personality ptr @personality {
  %v = invoke i32 @may_throw(ptr %p) to label %fine unwind label %caught
fine:
  ret i32 %v
caught:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}
define i64 @phis(i1 %c) {
entry:
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %v = phi i64 [ ptrtoint (ptr @b to i64), %entry ], [ xor (i64 ptrtoint (ptr @a to i64), i64 1), %left ]
  ret i64 %v
}
define <2 x ptr> @addresses(<2 x i64> %i) {
  %p = getelementptr [4 x i32], ptr @a, i64 0, <2 x i64> %i
  ret <2 x ptr> %p
}
define i32 @wrap(ptr %p) {
  %v = atomicrmw uinc_wrap ptr %p, i32 7 seq_cst
  ret i32 %v
}
define i32 @thaw(i32 %x) {
  %y = freeze i32 %x
  %z = add i32 %y, poison
  ret i32 %z
}
define i256 @too_wide(i256 %x) {
  ret i256 %x
}
define i32 @same_target(i32 %x) {
entry:
  switch i32 %x, label %other [ i32 1, label %join
                                i32 2, label %join ]
other:
  br label %join
join:
  %v = phi i32 [ 5, %entry ], [ 5, %entry ], [ 6, %other ]
  ret i32 %v
}
declare i32 @may_throw(ptr)
declare i32 @personality(...)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
